"""Exact odds of any shoe: integer counts over the outcome law, and everything they price."""
