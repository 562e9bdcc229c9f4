"""The cage and the tables' banks: a second pure machine, its commands, events, state and money."""
