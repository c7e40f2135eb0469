"""Erasing and putting in order: left servers, own data, tokens, restored databases."""
