"""Risk: what a betting plan, a programme or a table's hold may come to over many rounds."""
