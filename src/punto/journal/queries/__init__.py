"""Queries of the journal for reports, histories and consoles."""
