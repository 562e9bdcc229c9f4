import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { FILES, generate, target } from "./generate.mjs";

// A failure means that a schema has changed: run `make types` and commit what it writes.
test.each(FILES)(
  "src/wire/%s.ts is what its schema says",
  async (name) => {
    expect(await readFile(target(name), "utf8")).toBe(await generate(name));
  },
  60_000,
);
