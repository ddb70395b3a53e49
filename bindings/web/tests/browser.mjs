// Chromium for the tests, and their server.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "./server.mjs";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** The reason for skipping tests; `undefined` if they run. */
export const skip = existsSync(CHROMIUM) ? undefined : "no chromium";
if (skip) console.log(`SKIPPED bindings/web tests (${skip})`);

export const WEB = dirname(dirname(fileURLToPath(import.meta.url)));
export const SAMPLES = join(WEB, "../../conformance/samples");

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A browser, and a server of the built files and of `data`, a map from names to bytes or a folder. */
export async function start(data = new Map(), { flags = [], ...options } = {}) {
  const server = await serve({ module: join(WEB, "dist/module"), viewer: join(WEB, "dist/viewer"), data, blank: BLANK }, options);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...FLAGS, ...flags] });
  return {
    server,
    browser,
    data,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

const BLANK = new Map([["index.html", Buffer.from("<!doctype html><title>module</title>")]]);

/** A page with the module as `plypack`, and `fetchBytes`, which loads a complete file of the server. */
export async function modulePage({ browser, server }) {
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error("page:", error.message));
  await page.goto(`${server.url}/blank/`);
  await page.evaluate(async (module) => {
    globalThis.plypack = await import(module);
    globalThis.fetchBytes = async (name) => new Uint8Array(await (await fetch(`/data/${name}`)).arrayBuffer());
    /** Returns the error of a rejected promise in a form that can be sent to the test. */
    globalThis.failure = (promise) =>
      promise.then(
        () => null,
        (error) => ({ name: error.name, code: error.code, message: error.message, offset: error.offset ?? null }),
      );
  }, `${server.url}/module/index.js`);
  return page;
}

/** Packs PGN in a page. Returns the result, and stores the file in `data` for the server. */
export async function packInto(page, data, name, pgn, options = {}) {
  data.set(`${name}.pgn`, Buffer.from(pgn));
  const { base64, ...packed } = await page.evaluate(
    async ([name, options]) => {
      const { bytes, ...packed } = await plypack.pack(await fetchBytes(`${name}.pgn`), options);
      const base64 = await new Promise((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result.split(",")[1]);
        reader.readAsDataURL(new Blob([bytes]));
      });
      return { ...packed, base64 };
    },
    [name, options],
  );
  data.set(name, Buffer.from(base64, "base64"));
  return packed;
}
