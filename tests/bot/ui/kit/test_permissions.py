"""The permissions that sentences name are called as in Discord's settings."""

import pytest
from discord import Permissions

from bot.text.language import ENGLISH, language_of
from bot.ui.delivery.server_posts import NEEDED
from bot.ui.kit.permissions import PERMISSIONS, bold_permissions, permission_titles

AT_DISCORD = {
    1 << 10: "View Channels",
    1 << 11: "Send Messages",
    1 << 14: "Embed Links",
    1 << 15: "Attach Files",
    1 << 35: "Create Public Threads",
    1 << 38: "Send Messages in Threads",
}
"""The titles in a role's settings, by the bits of Discord's documentation ("Permissions")."""


@pytest.mark.parametrize("bit", AT_DISCORD)
def test_a_permission_is_called_as_at_discord(bit: int) -> None:
    assert permission_titles(ENGLISH, Permissions(bit), Permissions.none()) == (AT_DISCORD[bit],)


def test_every_permission_that_the_bot_needs_is_in_the_list() -> None:
    assert PERMISSIONS.value | NEEDED.value == sum(AT_DISCORD)


def test_permissions_that_are_there_are_not_named() -> None:
    have = Permissions(PERMISSIONS.value)
    have.update(view_channel=False, embed_links=False)
    assert permission_titles(ENGLISH, PERMISSIONS, have) == ("View Channels", "Embed Links")
    assert bold_permissions(ENGLISH, PERMISSIONS, have) == ("**View Channels**", "**Embed Links**")
    have.update(attach_files=False)
    german = language_of("de")
    listed = german.listed(permission_titles(german, PERMISSIONS, have))
    assert (listed.count(","), listed.count(" und ")) == (1, 1)
    assert permission_titles(ENGLISH, PERMISSIONS, PERMISSIONS) == ()
