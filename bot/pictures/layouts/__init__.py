"""The layout of each picture: engine values and faces in, a scene of pieces out."""
