"""Measures what clicks cost the program, on a loopback Discord beside a minimal bot."""
