// What SimCord's page lacks: it finds back after a restart, it says that an address lacks its key, its
// links stay within it, a command shows its options as soon as its name is typed, an answer comes into
// sight, and each member's Discord has a language.

const ASK_AGAIN_AFTER = 1_000; // milliseconds
const GIVE_UP_AFTER = 5_000;
const VIEWER = "scout-viewer";
const LANGUAGES = "scout-languages";
const thisRun = document.querySelector("meta[name=scout-run]").content;
const viewerPicker = document.getElementById("viewer-picker");
const composer = document.getElementById("channel-composer-input");

const reconnecting = notice("reconnecting", "The page is reconnecting…");
const withoutKey = notice(
  "without-key",
  "This address is incomplete or out of date. Open the one that the program showed at its start.",
);

function notice(name, text) {
  const element = document.createElement("div");
  element.className = `notice ${name}`;
  element.setAttribute("role", "status");
  element.textContent = text;
  element.hidden = true;
  document.body.append(element);
  return element;
}

async function runningNow() {
  try {
    const signal = AbortSignal.timeout(GIVE_UP_AFTER);
    const response = await fetch("/scout-run", { cache: "no-store", signal });
    const { run } = await response.json();
    return run;
  } catch {
    return undefined;
  }
}

async function keepConnected() {
  const run = await runningNow();
  if (run && run !== thisRun) {
    window.location.reload();
    return;
  }
  reconnecting.hidden = Boolean(run);
  setTimeout(keepConnected, ASK_AGAIN_AFTER);
}

// A reload shows the page as the member that it was for before.
function keepViewer() {
  // Before SimCord's own listener, which empties the picker until the answer is there.
  const remember = () => sessionStorage.setItem(VIEWER, viewerPicker.value);
  viewerPicker.addEventListener("change", remember, { capture: true });
  const filled = new MutationObserver(() => {
    filled.disconnect();
    const viewer = sessionStorage.getItem(VIEWER);
    if (!viewer || viewer === viewerPicker.value) return;
    viewerPicker.value = viewer;
    if (viewerPicker.value === viewer) viewerPicker.dispatchEvent(new Event("change"));
  });
  filled.observe(viewerPicker, { childList: true });
}

async function languages(change = {}) {
  const headers = { "X-Simcord-Capability": window.location.hash.slice(1) };
  const address = `/scout-languages?${new URLSearchParams(change)}`;
  const response = await fetch(address, { cache: "no-store", headers });
  withoutKey.hidden = response.ok;
  return response.ok ? response.json() : undefined;
}

// Beside the member that the page is for stands the language of that member's Discord.
async function offerLanguages() {
  const chosen = JSON.parse(sessionStorage.getItem(LANGUAGES) ?? "{}");
  // A program that was started again does not know them.
  for (const [member, language] of Object.entries(chosen)) await languages({ member, language });
  const known = await languages();
  if (!known) return;
  const picker = document.createElement("select");
  picker.id = "language-picker";
  picker.setAttribute("aria-label", "Language");
  for (const [code, name] of Object.entries(known.languages)) picker.append(new Option(name, code));
  const label = document.createElement("label");
  label.className = "viewer-control";
  label.append("in", picker);
  viewerPicker.parentElement.after(label);
  const show = () => { picker.value = known.members[viewerPicker.value] ?? ""; };
  new MutationObserver(show).observe(viewerPicker, { childList: true });
  show();
  picker.addEventListener("change", async () => {
    const [member, language] = [viewerPicker.value, picker.value];
    chosen[member] = language;
    sessionStorage.setItem(LANGUAGES, JSON.stringify(chosen));
    // Then the list of commands is in this language too.
    await languages({ member, language });
    window.location.reload();
  });
}

function showMessage(id) {
  const message = document.querySelector(`article.channel-message[data-message-id="${id}"]`);
  if (message) {
    message.scrollIntoView({ block: "start" });
    message.classList.remove("is-linked");
    requestAnimationFrame(() => message.classList.add("is-linked"));
  } else {
    // SimCord fetches an older message, or says that there is none.
    document.getElementById("message-exact-id").value = id;
    document.getElementById("message-exact-form").requestSubmit();
  }
}

function followWithin(event) {
  const link = event.target.closest("a[href]");
  const found = link?.href.match(/^https:\/\/discord\.com\/channels\/\d+\/\d+(?:\/(\d+))?$/);
  if (!found) return;
  event.preventDefault();
  // The page shows one channel: a link to a channel leads to its newest message.
  if (found[1]) showMessage(found[1]);
  else document.getElementById("new-messages").click();
}

// As in Discord, a space after a command's whole name asks for its options.
function chooseTypedCommand() {
  if (!composer.value.endsWith(" ")) return;
  const name = composer.value.trimEnd();
  const typed = [...document.querySelectorAll(".command-entry")].find(
    (entry) => entry.querySelector("strong").textContent === name,
  );
  if (typed?.querySelector(".command-optional-count")) typed.click();
}

// Who pressed or sent something sees the message that comes of it; who scrolled goes on reading.
function showAnswers() {
  const timeline = document.getElementById("channel-timeline");
  const messages = document.getElementById("channel-message-list");
  let acted = false;
  document.addEventListener("click", () => { acted = true; }, { capture: true });
  document.addEventListener("keydown", ({ key }) => { acted = key === "Enter"; }, { capture: true });
  for (const scroll of ["wheel", "touchmove"]) {
    timeline.addEventListener(scroll, () => { acted = false; }, { passive: true });
  }
  let newest = null;
  new MutationObserver(() => {
    const previous = newest;
    newest = messages.lastElementChild;
    if (!acted || newest === previous) return;
    requestAnimationFrame(() => {
      timeline.scrollTop = timeline.scrollHeight;
      // SimCord would hear of it later, when a picture may have made the channel longer.
      timeline.dispatchEvent(new Event("scroll"));
    });
  }).observe(messages, { childList: true });
}

keepViewer();
offerLanguages();
showAnswers();
setTimeout(keepConnected, ASK_AGAIN_AFTER);
document.addEventListener("click", followWithin);
document.addEventListener("auxclick", followWithin);
composer.addEventListener("input", chooseTypedCommand);
// The list of commands may come after the name was typed.
new MutationObserver(chooseTypedCommand).observe(composer.form, { childList: true, subtree: true });
