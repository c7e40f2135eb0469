"""Everything that pictures are put together from, each drawn once and then only pasted."""
