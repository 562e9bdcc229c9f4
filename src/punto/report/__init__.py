"""PAR sheets: what a test laboratory signs for a game or a wager, every figure from the engine."""
