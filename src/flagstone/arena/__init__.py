"""Many matches: simulations, odds, and their tables."""
