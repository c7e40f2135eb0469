"""Says what many live tables need, by measured figures and a simulation with them."""
