"""Exact odds of any shoe: integer counts of deals by outcome, and every price they give."""
