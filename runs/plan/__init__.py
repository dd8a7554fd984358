"""What a plan is, and when it is fit to run. Pure: no rows, no network, no clock."""
