"""Drills: one module a topic; each makes questions from chance and answers them from the law."""
