"""One table, pure: `decide(state, command, by) -> events`, `evolve(state, event) -> state`."""
