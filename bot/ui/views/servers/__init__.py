"""Panels for managers of a server."""
