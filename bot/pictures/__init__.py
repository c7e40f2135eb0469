"""The pictures of the game, drawn with Pillow: our own design, cards and faces.

`gallery` has their public functions, and `faces` the players. A layout (`layouts`) makes a `Scene`
of pieces in pixels, without Pillow; `picture` makes a PNG file of it from parts that are each drawn
once (`sprites`), and `alt` says the same in words. docs/look.md explains the design.
"""
