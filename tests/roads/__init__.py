"""The roads: against hand-worked shoes, against the published vectors, against a slow oracle."""
