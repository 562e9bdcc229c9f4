"""The library for people: one object a game, and answers that show themselves as tables."""
