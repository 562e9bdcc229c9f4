"""Examinations on record: papers graded and approved, and the certificates they earn."""
