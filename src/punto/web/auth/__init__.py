"""Authentication: sessions, route guards, passwords, second factors, account changes."""
