"""A member in front of the local page: reads and presses what a person would."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    TimeoutError as PlaywrightTimeout,
    expect,
    sync_playwright,
)

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
# No sandbox: a CI container has no user namespaces. The rest keeps it from calling home.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_TAKEN = """before => {
    const { lastAction, pendingAction } = window.simcordPreview;
    return pendingAction || lastAction && lastAction.requestId !== before;
}"""
_ANSWERED = "() => !window.simcordPreview.pendingAction"
_PATIENCE = 60_000
"""Milliseconds that anything on the page may take."""
expect.set_options(timeout=_PATIENCE)


class Member:
    """One open page. `errors` are what the browser's console complained about."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.messages = page.locator("#channel-message-list article.channel-message")
        self.errors: list[str] = []
        page.set_default_timeout(_PATIENCE)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._note)

    def _note(self, message: ConsoleMessage) -> None:
        # SimCord's page has no icon, which is no fault of ours.
        if message.type == "error" and not message.location["url"].endswith("/favicon.ico"):
            self.errors.append(message.text)

    def open(self, address: str) -> None:
        self.page.goto(address)
        self.page.locator("#channel-composer-input").wait_for()

    def view_as(self, name: str) -> None:
        """Be another member."""
        self.page.get_by_label("Viewing as").select_option(label=name)
        chosen = "name => simcordPreview.viewerId && !simcordPreview.pendingAction"
        picker = " && document.querySelector('#viewer-picker').selectedOptions[0]?.text === name"
        self.page.wait_for_function(chosen + picker, arg=name)

    def set_language(self, name: str) -> None:
        """Choose the language of this member's Discord; the page is loaded again."""
        with self.page.expect_navigation():
            self.page.get_by_label("Language").select_option(label=name)
        self.page.locator("#channel-composer-input").wait_for()

    def slash(self, command: str) -> None:
        """Choose the command from the picker and send it without options."""
        self.page.locator("#channel-composer-input").click()
        self.page.keyboard.type(f"/{command}")
        picker = self.page.get_by_role("listbox", name="Application commands")
        picker.get_by_role("option").filter(has_text=f"/{command}").click()
        self._answered(self.page.locator("#send-message"))

    def press(self, label: str, where: Locator | None = None) -> None:
        """The newest button of that label."""
        place = where or self.messages
        self._answered(place.get_by_role("button", name=label, exact=True).last)

    def hover(self, control: Locator) -> None:
        """Move the pointer there; again if the page was drawn anew under it."""
        for _ in range(5):
            control.hover()
            try:
                is_hovered = "control => control.matches(':hover')"
                handle = control.element_handle()
                self.page.wait_for_function(is_hovered, arg=handle, timeout=2_000)
            except PlaywrightTimeout:
                continue
            return
        raise AssertionError(f"the pointer never stayed on {control}")

    def choose(self, option: int, select: Locator) -> None:
        """An option of a select by its number, from 0."""
        # The page has other options too: those of "Viewing as", at the top.
        options = self.page.locator(".select-option:visible")
        for _ in range(5):
            select.click()
            try:
                options.nth(option).wait_for(timeout=2_000)
            except PlaywrightTimeout:
                # The page was drawn anew and the list is closed again.
                continue
            break
        self._answered(options.nth(option))

    def see(self, text: str | re.Pattern[str]) -> Locator:
        """The newest message with the text, or with a picture of these words, once it is there."""
        message = self._saying(text).last
        message.wait_for()
        return message

    def picture_width(self, message: Locator) -> int:
        """In the pixels of the picture itself, once it is loaded."""
        image = message.locator("img.attachment-image")
        image.wait_for()
        handle = image.element_handle()
        self.page.wait_for_function("image => image.complete && image.naturalWidth", arg=handle)
        return int(image.evaluate("image => image.naturalWidth"))

    def sees(self, text: str) -> bool:
        return self._saying(text).count() > 0

    def _saying(self, text: str | re.Pattern[str]) -> Locator:
        pictured = self.messages.filter(has=self.page.get_by_alt_text(text))
        return self.messages.filter(has_text=text).or_(pictured)

    def _answered(self, control: Locator) -> None:
        """Click; again if the page says "not completed", since the table had just moved on."""
        for _ in range(5):
            before = self.page.evaluate("window.simcordPreview.lastAction?.requestId ?? null")
            control.click()
            try:
                self.page.wait_for_function(_TAKEN, arg=before, timeout=2_000)
            except PlaywrightTimeout:
                # The page was drawn anew under the pointer.
                continue
            self.page.wait_for_function(_ANSWERED)
            if not self.page.evaluate("window.simcordPreview.lastAction.rejected"):
                return
        raise AssertionError(f"the page never took the click on {control}")


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def new_member(browser: Browser) -> Iterator[Member]:
    """In a window that knows nothing of earlier ones."""
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    try:
        yield Member(page)
    finally:
        page.close()
