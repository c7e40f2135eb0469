"""Cards, hands and tables drawn with Pillow: our own design, numbers and our own words only.

`gallery` is what others call. A picture is laid out as a `Scene` of pieces in pixels (`hand`,
`table`, `result`, `ranking`), which knows nothing of Pillow; `draw` makes a PNG of it from parts
that are each drawn once, and `alt` says the same in words.
"""
