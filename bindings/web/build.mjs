// Builds the package and the viewer: `npm run build`. After a first build, `--module` or `--viewer` builds only that
// part, in a second.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { devNull, homedir } from "node:os";
import { resolve } from "node:path";
import { build } from "esbuild";

const TARGET = "wasm32-unknown-unknown";
/** zstd is written in C, and most machines' own C compiler cannot make WebAssembly. */
const CC = `CC_${TARGET.replaceAll("-", "_")}`;
const COMPILER = process.env[CC] ?? "clang";
const MODEL = "../../spec/tight-model-2.bin";
/** Files that the package and the viewer have in addition to their scripts. */
const ASSETS = ["build/wasm/plypack.wasm", "build/wasm-pack/plypack-pack.wasm", MODEL];

/** Packages of npm that are part of the viewer; the module has none. */
const SCRIPTS = ["chessground", "preact", "@tanstack/virtual-core", "uplot"];

const common = {
  bundle: true,
  format: "esm",
  minify: true,
  target: "es2022",
  tsconfig: "tsconfig.json",
  legalComments: "linked",
};

function run(command, args, environment = {}) {
  execFileSync(command, args, { stdio: "inherit", env: { ...process.env, ...environment } });
}

/** Ends with the list of missing tools and how to install them, before anything is compiled. */
function requireTools() {
  const ran = (command, ...args) => spawnSync(command, args, { encoding: "utf8", input: "" });
  const missing = [];
  const libraries = ran("rustc", "--print", "target-libdir", "--target", TARGET);
  if (libraries.error || ran("cargo", "--version").error) missing.push(`Rust with cargo, and the target ${TARGET}: both by rustup`);
  else if (!existsSync(libraries.stdout.trim())) missing.push(`the Rust target ${TARGET}: rustup target add ${TARGET}`);
  const [compiler, ...flags] = COMPILER.split(" ");
  if (ran(compiler, ...flags, `--target=${TARGET}`, "-xc", "-c", "-", "-o", devNull).status !== 0)
    missing.push(`clang that compiles to WebAssembly: apt install clang, brew install llvm, or ${CC} with the path of one`);
  if (ran("python3", "--version").status !== 0) missing.push("Python 3.9 or newer as python3");
  if (missing.length === 0) return;
  console.error(`npm run build needs:\n${missing.map((tool) => `  ${tool}`).join("\n")}`);
  process.exit(1);
}

/** Compiles the Rust side, and makes the JavaScript that calls it. */
async function wasm(name, folder, features) {
  const manifest = ["--manifest-path", "wasm/Cargo.toml", "--locked"];
  // Panic messages name source files, of the repository's library too. These flags keep folders of this machine out of the names.
  const paths = [process.env.CARGO_HOME ?? `${homedir()}/.cargo`, process.env.RUSTUP_HOME ?? `${homedir()}/.rustup`, resolve("../..")];
  const flags = paths.map((path) => `--remap-path-prefix=${path}=.`).join(" ");
  run("cargo", ["build", "--release", "--target", TARGET, "-p", "plypack-web", "--features", features, ...manifest], {
    [`CARGO_TARGET_${TARGET.replaceAll("-", "_").toUpperCase()}_RUSTFLAGS`]: flags,
    [CC]: COMPILER,
  });
  const out = `build/${folder}`;
  await rm(out, { recursive: true, force: true });
  const compiled = `wasm/target/${TARGET}/release/plypack_web.wasm`;
  run("cargo", ["run", "--quiet", "-p", "plypack-web-glue", ...manifest, "--", compiled, out]);
  run("node_modules/.bin/wasm-opt", [
    "-O2",
    ...["bulk-memory", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext", "multivalue"].map((name) => `--enable-${name}`),
    ...["--strip-debug", "--strip-producers"],
    ...[`${out}/plypack_bg.wasm`, "-o", `${out}/${name}.wasm`],
  ]);
  await rm(`${out}/plypack_bg.wasm`);
}

async function copy(files, folder) {
  for (const file of files) await cp(file, `${folder}/${file.split("/").at(-1)}`);
}

/** Writes the licences of the linked code, and the notices that copies must keep. */
async function licences(folder, own, scripts) {
  const packages = ["plypack-web", "--manifest-path", "wasm/Cargo.toml", "--filter-platform", TARGET];
  const parts = [execFileSync("python3", ["../../.ci/packaging/notices.py", ...packages], { encoding: "utf8" }).trim()];
  for (const name of scripts) parts.push(`${name}\n\n${(await readFile(`node_modules/${name}/LICENSE`, "utf8")).trim()}`);
  await writeFile(`${folder}/LICENSES.txt`, `${parts.join(`\n\n${"-".repeat(72)}\n\n`)}\n`);
  await copy(own, folder);
}

/** Builds the workers, which are separate files next to the script that starts them. */
async function workers(outdir, own, scripts) {
  await build({ ...common, entryPoints: ["module/worker.ts", "module/packer.ts"], outdir });
  await copy(ASSETS, outdir);
  await licences(outdir, own, scripts);
}

async function npmModule() {
  const out = "dist/module";
  await rm(out, { recursive: true, force: true });
  await build({ ...common, entryPoints: ["module/index.ts"], outdir: out, sourcemap: "linked" });
  await workers(out, ["../../LICENSE-MIT", "../../LICENSE-APACHE"], []);
  run("node_modules/.bin/tsc", ["--project", "tsconfig.types.json"]);
}

async function viewer() {
  const out = "dist/viewer";
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  // Graphs are a separate file, which loads only for games with evaluations or clocks.
  await build({
    ...common,
    entryPoints: { viewer: "viewer/main.tsx" },
    outdir: out,
    splitting: true,
    chunkNames: "[name]-[hash]",
    sourcemap: "linked",
    loader: { ".svg": "dataurl" },
  });
  // It contains chessground, which is under the GPL.
  await workers(out, ["viewer/LICENSE"], SCRIPTS);
  await cp("viewer/index.html", `${out}/index.html`);
}

const only = process.argv[2];
if (only === undefined || !existsSync("build/wasm-pack/plypack-pack.wasm")) {
  requireTools();
  await wasm("plypack", "wasm", "read");
  await wasm("plypack-pack", "wasm-pack", "pack");
}
if (only !== "--viewer") await npmModule();
if (only !== "--module") await viewer();
