"""Shared by controllers, delivery and views: messages, component ids, responses."""
