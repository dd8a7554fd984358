"""What is made on this machine without a model, so that everything works offline: stand-ins, and marked as such."""
