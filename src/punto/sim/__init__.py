"""Simulation: whole shoes dealt as at a table, outcomes counted, on all cores."""
