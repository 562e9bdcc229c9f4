// Somebody does something at the pit's console: said to the server now and then, so that they stay.

import { useEffect } from "preact/hooks";
import { get } from "../api";

const HERE_MS = 20_000;

export function useHere(): void {
  useEffect(() => {
    let last = performance.now();
    const told = (): void => {
      if (performance.now() - last < HERE_MS) return;
      last = performance.now();
      void get("/me").catch(() => undefined); // what is wrong is shown by what the page asks itself
    };
    addEventListener("pointerdown", told);
    addEventListener("keydown", told);
    return () => {
      removeEventListener("pointerdown", told);
      removeEventListener("keydown", told);
    };
  }, []);
}
