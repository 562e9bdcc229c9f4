// TypeScript of the JSON Schemas in this folder, written to `src/wire/`.

import { readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";

export const FILES = ["api", "frames"];

// The compiler names a type for the whole document, and says of each type what it was called there.
const ROOT = "WholeDocument";
const EMPTY_ROOT = /export interface WholeDocument \{[^}]*\}\n/;
const REFERRED = /( \*\n)? \* This interface was referenced by [^\n]*\n \* via the [^\n]*\n/g;
const EMPTY_COMMENT = /\/\*\*\n \*\/\n/g;

const folder = (name) => new URL(name, import.meta.url);

/** The TypeScript of one of the schemas. */
export async function generate(name) {
  const schema = JSON.parse(await readFile(folder(`${name}.schema.json`), "utf8"));
  const source = await compile(schema, ROOT, {
    additionalProperties: false,
    bannerComment: `// Generated from wire/${name}.schema.json by \`make types\`: do not edit.`,
    ignoreMinAndMaxItems: true,
    style: { printWidth: 100 },
    unreachableDefinitions: true,
  });
  return source.replace(EMPTY_ROOT, "").replace(REFERRED, "").replace(EMPTY_COMMENT, "");
}

export const target = (name) => folder(`../src/wire/${name}.ts`);

if (process.argv[1] === new URL(import.meta.url).pathname)
  for (const name of FILES) await writeFile(target(name), await generate(name));
