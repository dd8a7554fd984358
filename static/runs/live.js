// What comes over the socket: only what this page has a place for and does not show already is let through.

htmx.defineExtension("known", {
  transformResponse(text, request) {
    if (request) return text;
    const sent = document.createElement("template");
    sent.innerHTML = text;
    for (const fragment of [...sent.content.children]) {
      const here = document.getElementById(fragment.id);
      if (!here) unknown(fragment.id);
      // Where a form has just been sent the answer is on its way, and newer than this.
      if (!here || here.querySelector(".htmx-request")) fragment.remove();
    }
    return sent.innerHTML;
  },
});

// A card that was asked for in another tab: the conversation is read again, unless this tab's own answer brings it.
function unknown(id) {
  if (!id.startsWith("card-")) return;
  setTimeout(() => {
    const waiting = document.querySelector(".thinking.htmx-request");
    if (!waiting && !document.getElementById(id)) document.body.dispatchEvent(new CustomEvent("missed"));
  }, 500);
}

function live(state, word) {
  const sign = document.getElementById("live");
  sign.dataset.live = state;
  sign.querySelector("[data-live-word]").textContent = word;
}
document.addEventListener("htmx:wsOpen", () => live("live", "Live"));
document.addEventListener("htmx:wsClose", (event) => {
  const gone = event.detail.event.code === 4404;
  live("lost", gone ? "Closed. Reload the page" : "Reconnecting");
});
