"""How each picture is laid out: engine values and faces in, a scene of pieces out."""
