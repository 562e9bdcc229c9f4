"""The only room with a disk: the journal and the books, on SQLite or PostgreSQL."""
