// Files that are dropped or chosen, sent in pieces by tus: what broke off goes on where it was, after a reload too.

const PIECE = 8 << 20;
const form = document.getElementById("take-in");
const list = document.getElementById("sending");
const queue = [];
let at = null; // what is being sent now

const headers = () => ({
  "X-CSRFToken": form.elements.csrfmiddlewaretoken.value,
  "Tus-Resumable": "1.0.0",
});
const base64 = (text) => btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));
const refresh = () => htmx.trigger("#shelf", "refresh");

function row(file) {
  const one = document.createElement("li");
  one.className = "notice";
  const name = document.createElement("strong");
  name.textContent = file.name;
  const bar = document.createElement("progress");
  bar.max = Math.max(1, file.size);
  bar.value = 0;
  bar.setAttribute("aria-label", `Sending ${file.name}`);
  const words = document.createElement("span");
  words.className = "muted";
  words.textContent = "Waiting";
  const stop = document.createElement("button");
  stop.type = "button";
  stop.className = "quiet small";
  stop.textContent = "Cancel";
  one.append(name, bar, words, stop);
  list.append(one);
  return { one, name, bar, words, stop };
}

// One piece. The browser knows best how much of it has left.
function patch(sending, offset, heard) {
  return new Promise((done, broke) => {
    const request = (sending.request = new XMLHttpRequest());
    request.open("PATCH", sending.url);
    const told = { ...headers(), "Upload-Offset": offset, "Content-Type": "application/offset+octet-stream" };
    for (const [name, value] of Object.entries(told)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => heard(offset + event.loaded);
    request.onload = () => done(request);
    request.onerror = request.onabort = request.ontimeout = () => broke(new Error("broken off"));
    request.send(sending.file.slice(offset, offset + PIECE));
  });
}

// How much is there; null where there is no such upload (any more).
async function there(url) {
  const answer = await fetch(url, { method: "HEAD", headers: headers() });
  if (answer.ok) return Number(answer.headers.get("Upload-Offset"));
  if (answer.status >= 500) throw new Error("not now");
  return null;
}

async function begin(sending) {
  const { file } = sending;
  const told = `filename ${base64(file.name)},workspaceId ${base64(sending.workspace)}`;
  const answer = await fetch(form.dataset.uploads, {
    method: "POST",
    headers: { ...headers(), "Upload-Length": file.size, "Upload-Metadata": told },
  });
  if (answer.status >= 500 && answer.status !== 507) throw new Error("not now");
  if (!answer.ok) throw Object.assign(new Error((await answer.json()).message), { final: true });
  sending.url = answer.headers.get("Location");
  localStorage.setItem(sending.key, sending.url);
  return 0;
}

async function send(sending) {
  const show = (offset) => {
    sending.view.bar.value = offset;
    sending.view.words.textContent = `${Math.floor((100 * offset) / Math.max(1, sending.file.size))} %`;
  };
  let offset = null;
  let tries = 0;
  while (!sending.stopped) {
    try {
      if (offset === null && sending.url) offset = await there(sending.url);
      offset ??= await begin(sending);
      show(offset);
      if (offset >= sending.file.size) return;
      const answer = await patch(sending, offset, show);
      if (answer.status === 204) {
        offset = Number(answer.getResponseHeader("Upload-Offset"));
        tries = 0;
        continue;
      }
      if (answer.status === 404) sending.url = null;
      const later = [404, 409, 423, 460].includes(answer.status) || answer.status >= 500;
      if (!later || tries > 8) throw Object.assign(new Error(JSON.parse(answer.responseText).message), { final: true });
    } catch (error) {
      if (error.final) throw error;
    }
    offset = null;
    if (sending.stopped) return;
    sending.view.words.textContent = "The connection broke off. Going on in a moment";
    await pause(Math.min(30, 2 ** tries++));
  }
}

async function next() {
  if (at || !(at = queue.shift())) return;
  try {
    await send(at);
    localStorage.removeItem(at.key);
    done(at.view);
  } catch (error) {
    localStorage.removeItem(at.key);
    at.view.one.className = "notice notice-bad";
    at.view.bar.remove();
    at.view.words.className = "reason";
    at.view.words.textContent = error.message;
    if (error.message.includes(at.file.name)) at.view.name.remove();
    at.view.stop.textContent = "Dismiss";
  }
  at = null;
  if (!queue.length) for (const one of list.querySelectorAll("[data-sent]")) one.remove();
  refresh();
  next();
}

// What has been sent keeps its line until all are: what is below it, to be cancelled, does not move away from a pointer.
function done(view) {
  view.one.dataset.sent = "";
  view.words.textContent = "Sent";
  view.stop.remove();
}

function stop(sending) {
  sending.stopped = true;
  sending.request?.abort();
  sending.view.one.remove();
  queue.splice(0, queue.length, ...queue.filter((one) => one !== sending));
  localStorage.removeItem(sending.key);
  if (sending.url) fetch(sending.url, { method: "DELETE", headers: headers() }).then(refresh);
}

function add(files) {
  const workspace = form.elements.workspace.value;
  for (const file of files) {
    const key = `upload:${workspace}:${file.name}:${file.size}:${file.lastModified}`;
    const sending = { file, key, workspace, url: localStorage.getItem(key), view: row(file) };
    sending.view.stop.addEventListener("click", () => stop(sending));
    queue.push(sending);
  }
  next();
}

if (form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    add(form.elements.files.files);
    form.reset();
  });
  form.elements.files.addEventListener("change", () => form.requestSubmit());
  for (const moment of ["dragenter", "dragover", "dragleave", "drop"]) {
    form.addEventListener(moment, (event) => {
      event.preventDefault();
      form.toggleAttribute("data-over", moment === "dragenter" || moment === "dragover");
      if (moment === "drop") add(event.dataTransfer.files);
    });
  }
  // What this tab is sending has its own bar.
  document.addEventListener("htmx:afterSettle", () => {
    for (const { url } of at ? [at, ...queue] : queue) {
      const same = url && document.getElementById(`upload-${url.split("/").pop()}`);
      if (same) same.hidden = true;
    }
  });
  window.addEventListener("beforeunload", (event) => {
    if (at) event.preventDefault();
  });
}
