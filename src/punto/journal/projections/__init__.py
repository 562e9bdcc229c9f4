"""Projections: running totals derived from the entries, in the transaction that writes them."""
