"""What may be done at a table now, by whom, and why not: derived by trying commands on `decide`."""
