"""The school on the network: questions, practice tables, papers in hand and the records."""
