import socket


def free_port() -> int:
    """A port of this machine at which nothing answers."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    return port
