"""Records the results of a pytest run in Retest while it goes on."""
