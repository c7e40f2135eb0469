"""The pictures of the game, drawn with Pillow: our own design, cards and faces.

`gallery` is what others call, and `faces` are the players. A picture is laid out
as a `Scene` of pieces in pixels (`layouts`), which knows nothing of Pillow; `draw` makes a PNG of
it from parts that are each drawn once (`sprites`), and `alt` says the same in words. docs/look.md
tells how it looks and why.
"""
