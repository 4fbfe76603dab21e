// Added to SimCord's page: threads open, commands that a message names can be clicked.
"use strict";

const DISCORD_LINK = "https://discord.com/channels/";
const here = new URLSearchParams(location.search);

// The page asks for its channel when it loads; the address names the channel and who looks.
const fetchAsBefore = window.fetch;
window.fetch = (path, options) =>
  fetchAsBefore(path === "/api/pages" ? path + location.search : path, options);

function open(channel) {
  const address = new URLSearchParams({ viewer: window.simcordPreview.viewerId });
  if (channel) address.set("channel", channel);
  location.assign(`/?${address}${location.hash}`);
}

function type(command) {
  const input = document.getElementById("channel-composer-input");
  input.focus();
  input.value = command;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  choose(command, 40);
}

// The list of commands opens in a moment.
function choose(command, tries) {
  const names = [...document.querySelectorAll(".command-entry-title strong")];
  const found = names.find((name) => name.textContent === command);
  if (found) found.click();
  else if (tries) setTimeout(choose, 50, command, tries - 1);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(`a[href^="${DISCORD_LINK}"]`);
  const thread = event.target.closest(".thread-summary");
  const command = event.target.closest("#channel-message-list .command-mention");
  if (link) open(link.href.slice(DISCORD_LINK.length).split("/")[1]);
  else if (thread) open(thread.closest("[data-message-id]").dataset.messageId);
  else if (command) type(command.textContent);
  else return;
  event.preventDefault();
}, true);

document.addEventListener("DOMContentLoaded", () => {
  document.title = "Rookery";
  if (!here.has("channel")) return;
  const back = document.createElement("button");
  back.id = "back-to-channel";
  back.type = "button";
  back.textContent = "‹ Back to the channel";
  back.addEventListener("click", () => open(null));
  document.querySelector(".channel-header").prepend(back);
});
