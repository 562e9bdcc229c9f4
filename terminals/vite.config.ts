import { defineConfig } from "vitest/config";

// Built into the package itself, so that a wheel carries the pages.
export default defineConfig({
  base: "/",
  build: {
    outDir: "../src/punto/web/pages",
    emptyOutDir: true,
    manifest: "manifest.json", // the server reads which page needs which files
    target: "es2022",
    assetsInlineLimit: 0, // the Content-Security-Policy lets in files of our own, no data: addresses
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  test: {
    include: ["src/**/*.test.ts", "wire/*.test.mjs"],
    testTimeout: 120_000, // no test fails because a machine is slow
  },
});
