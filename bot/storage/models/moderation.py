"""The model of members whom the managers of a server have blocked."""

from datetime import datetime

from sqlalchemy import BigInteger, String
from sqlalchemy.orm import Mapped, mapped_column

from bot.storage.models.base import Base


class Block(Base):
    """A member who cannot play in a server: how they were called then, who blocked them and when.

    It stays when the member asks to be forgotten, without the name: see personal_columns.
    """

    __tablename__ = "blocks"

    guild_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    user_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(String(100))
    blocked_by: Mapped[int] = mapped_column(BigInteger)
    blocked_at: Mapped[datetime]
