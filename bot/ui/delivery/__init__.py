"""Outgoing messages: the publisher and all messages that are not answers."""
