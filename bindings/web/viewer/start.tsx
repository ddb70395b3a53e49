/** The page before a file is open. */
import type { Progress } from "plypack";
import type { Given } from "./files.js";
import { ProblemNotice } from "./notices.js";
import { Status } from "./status.js";

export interface StartPageProps {
  opening: { name: string; progress: Progress | null; error: unknown } | null;
  onFile: (given: Given) => void;
  onCancel: () => void;
  onRetry: (() => void) | undefined;
}

export function StartPage({ opening, onFile, onCancel, onRetry }: StartPageProps) {
  return (
    <main class="start">
      {opening?.error === null ? (
        <section class="opening" aria-label="Opening">
          <h1>{opening.name}</h1>
          <Status busy progress={opening.progress} label="Opening" onCancel={onCancel} />
        </section>
      ) : (
        <>
          {opening && (
            <section class="failed">
              <h2>{opening.name}</h2>
              <ProblemNotice error={opening.error} onRetry={onRetry} />
            </section>
          )}
          <Chooser onFile={onFile} />
        </>
      )}
    </main>
  );
}

function Chooser({ onFile }: { onFile: (given: Given) => void }) {
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const url = new FormData(event.currentTarget as HTMLFormElement).get("url");
    if (typeof url === "string" && url.trim() !== "") onFile(url.trim());
  };
  return (
    <section class="chooser">
      <h1>Look into a collection of chess games</h1>
      <p>
        Open a <code>.plypack</code> file to list, filter and play through its games, and to see what was played in any position. A PGN file
        is packed here first; nothing leaves your computer.
      </p>
      <div class="drop-zone">
        <svg viewBox="0 0 48 48" aria-hidden="true">
          <path d="M24 32V10M15 19l9-9 9 9M8 30v8h32v-8" />
        </svg>
        <p>Drop a .plypack or .pgn file here, also .pgn.gz or .pgn.zst</p>
        <label class="button primary file-button">
          Choose a file
          <input
            type="file"
            id="file"
            accept=".plypack,.pgn,.gz,.zst"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              event.currentTarget.value = "";
              if (file) onFile(file);
            }}
          />
        </label>
      </div>
      <form class="url-form" onSubmit={onSubmit}>
        <label for="url">or the address of a file on a web server</label>
        <div>
          <input
            type="text"
            inputMode="url"
            name="url"
            id="url"
            placeholder="https://example.org/games.plypack"
            autocomplete="url"
            spellcheck={false}
            required
          />
          <button type="submit">Open</button>
        </div>
      </form>
    </section>
  );
}
