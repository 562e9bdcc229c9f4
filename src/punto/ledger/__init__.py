"""The books' rules, pure: accounts, transfers, and which money an event moves."""
