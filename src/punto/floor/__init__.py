"""The only room with a clock and a lock: commands taken in, tables kept, feeds given out."""
