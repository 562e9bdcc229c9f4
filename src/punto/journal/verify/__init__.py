"""Verification of a journal: every entry, payment, card and balance is checked again."""
