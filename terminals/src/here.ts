// Somebody touches the page: said to the server now and then, so that whoever is there stays signed in.
// What a page asks by itself says that it only looks on, or a terminal left alone would never end.

const HERE_MS = 20_000;

export function tellHere(): void {
  let last = performance.now(); // whoever has just come was heard
  const told = (): void => {
    if (performance.now() - last < HERE_MS) return;
    last = performance.now();
    // Open to anybody, so that it is no mistake where nobody is signed in.
    void fetch("/health").catch(() => undefined);
  };
  addEventListener("pointerdown", told);
  addEventListener("keydown", told);
}
