"""What controllers, delivery and views share: the message value, component ids, answers."""
