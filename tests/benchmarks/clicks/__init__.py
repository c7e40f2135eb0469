"""What clicks cost the program, measured on a loopback Discord beside a minimal bot."""
