"""Erasing and tidying: left servers, own data, tokens, restored databases."""
