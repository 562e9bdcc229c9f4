"""The law, pure: cards, hands, drawing, outcomes, wagers, games, settlement, clauses, readings."""
