"""The rules of the books, pure: accounts, transfers, and the transfers each event causes."""
