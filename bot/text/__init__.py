"""Words for pictures and the UI: names, numbers, cards and moves; no Discord, no Pillow."""
