// Reports that a person is using the page, now and then, so that their session stays open. What the
// page reads by itself is marked as background: an abandoned terminal must time out.

const EVERY_MS = 20_000;

export function reportActivity(): void {
  let last = performance.now(); // loading the page counts as activity
  const report = (): void => {
    if (performance.now() - last < EVERY_MS) return;
    last = performance.now();
    // A path open to everyone, so that it is not refused when no one is signed in.
    void fetch("/health").catch(() => undefined);
  };
  addEventListener("pointerdown", report);
  addEventListener("keydown", report);
}
