"""Views: what each person may see of tables, events, rounds and roads."""
