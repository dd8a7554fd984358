// What every page does with fragments: put aside what it already shows, and say when the server did not answer.

function toast(text) {
  const box = document.getElementById("toasts");
  const one = document.createElement("div");
  one.className = "toast toast-bad";
  one.setAttribute("role", "alert");
  const words = document.createElement("p");
  words.textContent = text;
  const away = document.createElement("button");
  away.type = "button";
  away.className = "quiet icon";
  away.dataset.dismiss = "";
  away.setAttribute("aria-label", "Dismiss");
  away.textContent = "×";
  one.append(words, away);
  box.append(one);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-dismiss]");
  if (button) button.parentElement.remove();
});

// A fragment that says the same as what is there is not swapped: open details and ticked boxes stay as they are. Nor is
// what somebody is just watching.
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const now = event.detail.target;
  const next = event.detail.fragment.querySelector(`#${CSS.escape(now.id)}`);
  if (next && next.dataset.state && next.dataset.state === now.dataset.state) event.detail.shouldSwap = false;
  if ([...now.querySelectorAll("video, audio")].some((one) => !one.paused)) event.detail.shouldSwap = false;
});

// What was asked for in the background is asked for again by itself; what a person sent is not.
const sent = (event) => event.detail.requestConfig.verb !== "get";
document.addEventListener("htmx:sendError", (event) => {
  if (sent(event)) toast("The server could not be reached. Nothing was sent; try again.");
});
document.addEventListener("htmx:responseError", (event) => {
  const status = event.detail.xhr.status;
  if (!sent(event) || status === 403) return;
  const known = { 404: "This is no longer here. Reload the page.", 503: "The server is away for a moment. Try again." };
  toast(known[status] ?? "Something broke on the server. Reload the page and try again.");
});

// A still that has come takes the place of the sketch below it; one that does not come leaves the sketch.
const isStill = (image) => image.matches?.(".side-still");
document.addEventListener("load", (event) => isStill(event.target) && event.target.classList.add("is-there"), true);
document.addEventListener("error", (event) => isStill(event.target) && event.target.remove(), true);
for (const image of [...document.images].filter((one) => isStill(one) && one.complete)) {
  if (image.naturalWidth) image.classList.add("is-there");
  else image.remove();
}
