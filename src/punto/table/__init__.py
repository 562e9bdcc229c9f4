"""One table, pure: `decide(state, command) -> events`, `evolve(state, event) -> state`."""
