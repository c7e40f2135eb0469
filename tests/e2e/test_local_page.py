"""A newcomer's evening: the page opens, a table, a round, a power cut, and on it goes."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, Locator, TimeoutError as PlaywrightTimeout, expect

from bot.pictures.scene import WIDTH
from bot.text.language import ENGLISH, PSEUDO
from bot.text.pseudo import pseudo
from tests.support.process.browser import CHROMIUM, Member, chromium, new_member
from tests.support.process.page_play import HAND, act, play_until
from tests.support.process.program import Program

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed here")


DARKER_GREEN = "rgb(0, 108, 55)"
"""Of a green button under a pointer."""
LINE = "19.25px"
"""The height of a line in an embed."""
LATE_COMMANDS = """
const fetched = window.fetch;
window.fetch = async (...request) => {
    const answer = await fetched(...request);
    if (request[0] === "/api/commands") await new Promise((then) => setTimeout(then, 1_000));
    return answer;
};
"""
"""The page knows the bot's commands only after a name was typed, as on a busy machine."""

SECOND_PRESS = """label => {
    const isIdle = () => !window.simcordPreview.pendingAction;
    const watch = setInterval(() => {
        const buttons = [...document.querySelectorAll(".component-button")];
        const come = buttons.find((button) => button.textContent === label);
        if (!come || !isIdle()) return;
        clearInterval(watch);
        come.click();
        window.pressedTwice = true;
    }, 5);
}"""
"""Presses the button of this label as soon as it has come."""

GROWTH = """
window.newest = () => document.querySelector("#channel-message-list").lastElementChild;
window.grow = () => { newest().style.paddingTop = "600px"; };
document.addEventListener("scroll", ({ isTrusted, target }) => {
    const isAtEnd = target.scrollHeight - target.scrollTop - target.clientHeight <= 1;
    if (isTrusted && isAtEnd && window.read && newest() !== read) grow();
}, { capture: true });
"""
"""`grow()` lengthens the newest message, as a picture that comes does. If one that follows `read`
has been brought into sight, this happens before the page hears of its scroll."""


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path)
    yield program
    program.close()


@pytest.fixture(scope="module")
def shared_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page of one program for the tests that open no table."""
    program = Program(tmp_path_factory.mktemp("shared"))
    yield program.start()
    program.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests here, each of which has windows of its own."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def member(browser: Browser) -> Iterator[Member]:
    with new_member(browser) as member:
        yield member


def start_a_game(member: Member) -> None:
    member.slash("scout new")
    # Who opens a table sits at it.
    lobby = member.see("A table for SCOUT").locator("img[alt*='Mia (host)']")
    lobby.wait_for()
    member.press("Add medium")
    member.press("Add medium")
    start = lobby.page.get_by_role("button", name="Start", exact=True)
    member.hover(start)
    expect(start).to_have_css("background-color", DARKER_GREEN)
    member.press("Start")
    member.see("Your hand · round 1")


def test_a_round_is_played_in_the_browser(program: Program, member: Member) -> None:
    member.open(program.start())
    start_a_game(member)
    assert member.picture_width(member.see("Your hand · round 1")) == WIDTH
    act(member, 2)
    # What is asked next comes into sight by itself.
    hand = member.messages.filter(has_text=HAND).last
    expect(hand.locator(".component-row .component-button").last).to_be_in_viewport()
    play_until(member, "Round 1 of 3 is over")
    result = member.see("Round 1 of 3 is over")
    assert "Last moves" in result.inner_text()
    assert member.picture_width(result) == WIDTH
    assert numbers_on_tiles(member, result)
    member.slash("scout games")
    assert "#scout" in member.see("Your games in this server").inner_text()
    assert member.errors == []
    assert program.stop() == 0


@pytest.mark.long  # starts the program and a browser
def test_a_game_is_begun_with_the_keyboard_alone(program: Program, member: Member) -> None:
    member.open(program.start())
    page, keys = member.page, member.page.keyboard
    composer = page.get_by_label("Message", exact=True)
    composer.focus()
    keys.type("/scout play")
    page.get_by_role("option").filter(has_text="/scout play").wait_for()
    keys.press("Enter")
    page.get_by_role("button", name="Command /scout play").wait_for()
    keys.press("Enter")
    lobby = member.see("A table for SCOUT")
    # The next command can be typed at once.
    expect(composer).to_be_focused()
    picture = lobby.get_by_role("button", name=re.compile("Seat 1: Mia"))
    expect(picture).to_be_enabled()
    picture.focus()
    # What is shown first comes first.
    keys.press("Tab")
    keys.press("Tab")
    expect(lobby.get_by_role("button", name="Join", exact=True)).to_be_focused()
    keys.press("Tab")
    keys.press("Enter")
    hand = member.see("Your hand · round 1")
    # The page begins at the newest message.
    page.reload()
    expect(hand.get_by_role("button", name="Flip hand", exact=True)).to_be_in_viewport()
    assert member.errors == []


@pytest.mark.long  # starts the program and a browser
def test_a_press_in_haste_does_not_hit_the_button_that_has_just_come(
    shared_address: str, member: Member
) -> None:
    member.open(shared_address)
    member.slash("scout settings")
    first, second = "Confirm moves", "Play moves at once"
    member.page.get_by_role("button", name=first, exact=True).wait_for()
    member.page.evaluate(SECOND_PRESS, second)
    member.press(first)
    member.page.wait_for_function("window.pressedTwice")
    member.page.wait_for_timeout(1_000)
    expect(member.page.get_by_role("button", name=second, exact=True)).to_be_visible(timeout=1_000)
    # A moment later the same press counts.
    member.press(second)
    member.page.get_by_role("button", name=first, exact=True).wait_for()
    assert member.errors == []


@pytest.mark.long  # starts the program and a browser
@pytest.mark.parametrize("key", ["", "#of-another-database"])
@pytest.mark.parametrize("width", [390, 1200])
def test_an_address_without_the_key_says_what_to_do(
    shared_address: str, member: Member, width: int, key: str
) -> None:
    member.page.set_viewport_size({"width": width, "height": 844})
    member.page.goto(shared_address.partition("#")[0] + key)
    told = member.page.get_by_text("Open the one that the program showed at its start.")
    expect(told).to_be_in_viewport(ratio=1)
    # Also in the same tab.
    member.open(shared_address)
    expect(told).to_be_hidden()


def pixels_below(member: Member) -> float:
    """How much of the channel is below what is in sight, after some frames."""
    member.page.wait_for_timeout(500)
    below = "log => log.scrollHeight - log.scrollTop - log.clientHeight"
    return float(member.page.locator("#channel-timeline").evaluate(below))


@pytest.fixture
def reader(member: Member, shared_address: str) -> Member:
    """At the end of a channel that is longer than the page, and lengthened as GROWTH says."""
    member.page.add_init_script(GROWTH)
    member.open(shared_address)
    for _ in range(3):
        member.slash("scout rules")
    assert pixels_below(member) <= 1
    member.page.locator("#channel-timeline").hover()
    return member


@pytest.mark.long  # starts the program and a browser
@pytest.mark.parametrize("pixels", [-20, -400])
def test_a_picture_that_comes_during_a_scroll_does_not_push_the_end_out_of_sight(
    reader: Member, pixels: int
) -> None:
    """Also if the page was shorter for a moment, which scrolls it further up."""
    scroll = (
        "pixels => { document.querySelector('#channel-timeline').scrollTop += pixels; grow(); }"
    )
    reader.page.evaluate(scroll, pixels)
    assert pixels_below(reader) <= 1


@pytest.mark.long  # starts the program and a browser
def test_a_picture_that_comes_with_an_answer_does_not_push_it_out_of_sight(reader: Member) -> None:
    reader.page.mouse.wheel(0, -700)
    assert pixels_below(reader) > 500
    reader.page.evaluate("() => { window.read = newest(); }")
    reader.slash("scout rules")
    assert pixels_below(reader) <= 1


@pytest.mark.long  # starts the program and a browser
def test_a_picture_that_comes_leaves_a_reader_of_earlier_messages_there(reader: Member) -> None:
    reader.page.mouse.wheel(0, -400)
    assert pixels_below(reader) == 400
    reader.page.evaluate("() => grow()")
    assert pixels_below(reader) > 900


@pytest.mark.long  # starts the program and a browser
def test_values_are_suggested_before_anything_is_typed(shared_address: str, member: Member) -> None:
    member.open(shared_address)
    page = member.page
    page.locator("#channel-composer-input").click()
    page.keyboard.type("/scout call")
    picker = page.get_by_role("listbox", name="Application commands")
    picker.get_by_role("option").filter(has_text="/scout call").click()
    page.locator(".command-suggestion").filter(has_text="zone").click()
    expect(page.locator(".command-suggestion")).to_have_count(25)
    page.keyboard.type("Berlin")
    expect(page.locator(".command-suggestion")).to_have_count(1)
    page.locator(".command-suggestion").click()
    expect(page.get_by_label("zone", exact=True)).to_have_value(re.compile("Europe/Berlin"))
    assert member.errors == []


@pytest.mark.long  # starts the program and a browser
def test_what_an_option_lacks_is_not_cut_off(shared_address: str, member: Member) -> None:
    page = member.page
    member.open(shared_address)
    page.locator("#channel-composer-input").click()
    page.keyboard.type("/scout season start")
    page.get_by_role("option").filter(has_text="/scout season start").click()
    page.keyboard.press("Enter")
    expect(page.get_by_text("This field is required.")).to_be_in_viewport(ratio=1)


def pick_first(member: Member, select: Locator) -> None:
    """Pick the first member that is offered, again if the page was busy with asking for them."""
    for _ in range(5):
        select.click()
        member.page.wait_for_function("() => !window.simcordPreview.pendingAction")
        try:
            with member.page.expect_request(
                lambda request: '"values":[' in (request.post_data or ""), timeout=3_000
            ):
                member.page.locator(".select-option:visible").first.click(timeout=2_000)
        except PlaywrightTimeout:
            member.page.keyboard.press("Escape")
            continue
        return
    raise AssertionError("the page never sent the choice")


@pytest.mark.long  # starts the program and a browser
def test_the_same_choice_takes_a_member_off_the_list_of_members_to_avoid(
    shared_address: str, member: Member
) -> None:
    member.open(shared_address)
    member.slash("scout settings")
    member.press("Members to avoid")
    for shown in ("Your list is empty.", "@Ava", "Your list is empty."):
        expect(member.messages.last).to_contain_text(shown, timeout=10_000)
        pick_first(member, member.messages.last.get_by_role("combobox").last)
    expect(member.messages.last).to_contain_text("@Ava", timeout=10_000)


@pytest.mark.long  # starts the program and a browser
def test_nothing_covers_a_picture_on_a_phone(shared_address: str, browser: Browser) -> None:
    """The page's button that saves a picture, in its corner, is for those who can hover."""
    phone = Member(browser.new_page(is_mobile=True, has_touch=True))
    phone.open(shared_address)
    phone.slash("scout rules")
    rules = phone.see("Your hand")
    assert phone.picture_width(rules) == WIDTH
    expect(rules.get_by_role("button", name="Next page")).to_be_visible()
    expect(rules.locator(".attachment-media-actions")).to_be_hidden()
    phone.page.close()


@pytest.mark.long  # starts the program and a browser
def test_a_hand_in_text_fits_on_a_phone(program: Program, member: Member) -> None:
    """In German, whose titles of its rows are longer than those in English."""
    member.page.set_viewport_size({"width": 390, "height": 844})
    member.open(program.start("--port=0", "--language=de"))
    member.slash("scout settings")
    member.press("Hand nur als Text")
    member.slash("scout tutorial")
    block = member.see("Dein Ziel").locator(".code-block").first
    assert block.evaluate("block => block.scrollWidth <= block.clientWidth")


def numbers_on_tiles(member: Member, message: Locator) -> list[int]:
    """What the tiles in its text say to somebody who cannot see them, once all are loaded."""
    tiles = message.locator("img.custom-emoji")
    shown = "tiles => tiles.every(tile => tile.complete && tile.naturalWidth > 1)"
    member.page.wait_for_function(
        f"() => ({shown})([...document.querySelectorAll('img.custom-emoji')])"
    )
    return [int(text) for text in tiles.evaluate_all("tiles => tiles.map(tile => tile.alt)")]


@pytest.mark.long  # starts the program twice, and a browser
def test_a_game_goes_on_after_a_power_cut(program: Program, member: Member) -> None:
    member.open(program.start())
    start_a_game(member)
    act(member, 2)
    assert member.errors == []
    member.page.goto("about:blank")
    program.kill()

    member.open(program.start())
    table = member.see("Round 1 of 3. Active Set")
    member.press("My hand", table)
    member.see(HAND)
    # A Scout takes two steps, so the computers have moved in between too.
    act(member, 4)
    assert member.errors == []


@pytest.mark.long  # starts the program twice, and a browser
def test_an_open_page_finds_back_after_a_restart(program: Program, member: Member) -> None:
    address = program.start()
    member.open(address)
    member.slash("scout new")
    member.view_as("Noah")
    member.press("Join")
    member.set_language(PSEUDO.own_name)
    reconnecting = member.page.get_by_text("The page is reconnecting…")
    assert not reconnecting.is_visible()
    assert program.stop() == 0
    reconnecting.wait_for()
    assert member.sees("A table for SCOUT")

    assert program.start(f"--port={urlsplit(address).port}") == address
    reconnecting.wait_for(state="hidden")
    # The page is Noah's again, and in his language.
    expect(member.page.get_by_label("Language")).to_have_value(PSEUDO.code)
    member.slash("scout rules")
    member.see(pseudo("Next page"))
    member.press("Leave", member.see("A table for SCOUT"))
    member.page.locator("img[alt*='Noah']").wait_for(state="hidden")


@pytest.mark.long  # starts the program and a browser
def test_each_member_reads_a_language_of_their_own(program: Program, member: Member) -> None:
    member.open(program.start())
    language = member.page.get_by_label("Language")
    expect(language).to_have_value(ENGLISH.code)
    member.set_language(PSEUDO.own_name)
    member.page.locator("#channel-composer-input").click()
    member.page.keyboard.type("/scout rules")
    member.page.get_by_text(pseudo("Read the rules in short pages")).wait_for()
    member.page.reload()
    member.slash("scout rules")
    member.see(pseudo("Your hand"))
    member.view_as("Noah")
    expect(language).to_have_value(ENGLISH.code)
    member.slash("scout rules")
    member.see("Your hand")
    assert not member.sees(pseudo("Your hand"))
    member.view_as("Mia")
    expect(language).to_have_value(PSEUDO.code)
    member.press(pseudo("Next page"), member.see(pseudo("Your hand")))
    assert member.errors == []


@pytest.mark.long  # starts the program and a browser
def test_times_are_in_the_language_and_the_zone_of_the_reader(
    shared_address: str, browser: Browser
) -> None:
    reader = Member(browser.new_page(timezone_id="Asia/Tokyo"))
    reader.open(shared_address)
    reader.view_as("Ava")
    reader.set_language("Deutsch")
    began = datetime.now(ZoneInfo("Asia/Tokyo"))
    reader.slash("scout rules")
    time = reader.messages.last.locator(".message-time")
    shown = datetime.strptime(time.inner_text(), "%d.%m.%y, %H:%M").replace(tzinfo=began.tzinfo)
    assert abs(shown - began) < timedelta(minutes=2)
    reader.page.close()


@pytest.mark.long  # starts the program and a browser at each width
@pytest.mark.parametrize("width", [390, 1200])
def test_options_are_explained_and_links_stay_within_the_page(
    program: Program, member: Member, width: int
) -> None:
    page = member.page
    page.set_viewport_size({"width": width, "height": 800})
    page.add_init_script(LATE_COMMANDS)
    address = program.start()
    member.open(address)
    page.locator("#channel-composer-input").click()
    page.keyboard.type("/scout new ")
    for option, meaning in (("seats", "Number of seats"), ("hints", "Allow hints")):
        row = page.get_by_role("option").filter(has_text=option)
        row.get_by_text(meaning).wait_for()
    page.get_by_role("option").filter(has_text="turn_limit").click()
    page.get_by_role("option").filter(has_text="5 minutes").click()
    expect(page.get_by_role("combobox", name="turn_limit")).to_have_value("5 minutes")
    page.keyboard.press("Enter")
    assert "5 minutes" in member.see("A table for SCOUT").inner_text()

    # So long that the buttons of the table are above what is in sight.
    member.press("How to play")
    assert "The table waits above." in member.see("Step 1 of").inner_text()
    member.press("Add easy")
    member.press("Start")
    hand = member.see("Your hand · round 1 of 2")
    expect(hand.get_by_role("button", name="Keep", exact=True)).to_be_in_viewport()
    member.slash("scout new")
    member.see("This channel already has a table:").get_by_role("link").click()
    table = member.see("Round 1 of 2. Active Set")
    page.wait_for_function(
        "message => message.classList.contains('is-linked')", arg=table.element_handle()
    )
    expect(table).to_be_in_viewport()
    assert page.url == address
    assert page.context.pages == [page]
    assert fits(member)

    member.slash("scout help")
    paragraphs = member.see("Learn and play").locator(".markdown-paragraph")
    # A blank line is as high as a line of text is.
    expect(paragraphs.nth(1)).to_have_css("margin-top", LINE)
    assert member.errors == []


def fits(member: Member) -> bool:
    """Whether nothing is wider than the page, pictures included."""
    width = member.page.viewport_size["width"] if member.page.viewport_size else 0
    right = "images => Math.max(...images.map(image => image.getBoundingClientRect().right))"
    return bool(
        member.page.evaluate("document.documentElement.scrollWidth") <= width
        and member.page.locator("img.attachment-image").evaluate_all(right) <= width
        and member.page.evaluate(
            "() => { const log = document.getElementById('channel-timeline');"
            " return log.scrollWidth <= log.clientWidth; }"
        )
    )
