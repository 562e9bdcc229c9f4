"""The journal and the books on disk, in SQLite or PostgreSQL: the only package with a database."""
