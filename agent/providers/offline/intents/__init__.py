"""What can be asked for, one module a noun: each a table of patterns beside the builders that turn them into steps."""
