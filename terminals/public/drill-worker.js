// Opens the school's drill page without a connection: the page and its files, and nothing else.
// The server puts BUILD and FILES before this; what a person is sent goes past it to the server.

/* global BUILD, FILES */

const PREFIX = "punto-drill-";
const CACHE = PREFIX + BUILD;
const [PAGE] = FILES;

self.addEventListener("install", (event) => {
  // Without credentials: nothing of who is signed in can be in it.
  const wanted = FILES.map((file) => new Request(file, { cache: "reload", credentials: "omit" }));
  const stored = caches.open(CACHE).then((cache) => cache.addAll(wanted));
  event.waitUntil(stored.then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith(PREFIX) && name !== CACHE;
  const dropped = caches
    .keys()
    .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))));
  event.waitUntil(dropped);
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (!FILES.includes(pathname)) return;
  event.respondWith(pathname === PAGE ? page(request) : file(request));
});

/** The server's own page where it answers. */
async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.status < 500) return answer;
  } catch {
    // No connection: the stored page.
  }
  return (await stored(PAGE)) ?? Response.error();
}

/** A file whose name changes with its content. */
async function file(request) {
  return (await stored(request)) ?? fetch(request);
}

async function stored(what) {
  const cache = await caches.open(CACHE);
  return cache.match(what, { ignoreSearch: true });
}
