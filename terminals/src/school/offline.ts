// The drill page opens without a connection where the browser has service workers.

const WORKER = "/school/drill-worker.js";
const SCOPE = "/school/drill"; // of no other page

export function openOffline(): void {
  if (!("serviceWorker" in navigator)) return;
  // Where it cannot be had, as without TLS on another machine, drills need a connection to open.
  navigator.serviceWorker.register(WORKER, { scope: SCOPE }).catch(() => undefined);
}
