"""The verbs beyond the engine: what they take and what they cost. One module a verb, once something carries it out."""
