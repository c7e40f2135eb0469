"""The commands of `python -m bot`; a module is imported only when a command of it is called."""
