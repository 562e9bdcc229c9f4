"""Simulation: whole shoes dealt as tables deal them, counted over outcomes, on all cores."""
