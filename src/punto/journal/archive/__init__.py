"""Archives of old entries, and the state that a journal opens with after one."""
