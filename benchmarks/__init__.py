"""What the figures are measured with: `make bench` prints a table for each; ratios count, single times do not."""
