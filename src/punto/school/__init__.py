"""The school: questions generated from the law, papers drawn from a seed, and their marks."""
