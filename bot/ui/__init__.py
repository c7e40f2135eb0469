"""Discord in, tables out, and back: commands, buttons, embeds."""
