"""One module for each command of `python -m bot`; it is imported only when it is called."""
