"""PAR sheets for a game or custom wagers, as signed by test laboratories."""
