"""Runs tables: decides submissions, commits them in batches, and publishes their events."""
