"""What many live tables need: figures that were measured, and a simulation that goes by them."""
