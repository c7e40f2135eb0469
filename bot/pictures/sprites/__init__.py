"""The parts of pictures, each drawn once and then only pasted."""
