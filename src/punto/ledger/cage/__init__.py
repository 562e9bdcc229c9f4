"""The cage and the tables' banks: a pure state machine with commands, events and postings."""
