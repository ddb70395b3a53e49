/** The page: without a file, opening a file, or with an open file. */
import type { Progress } from "plypack";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { isAbort } from "./advice.js";
import { DropTarget } from "./drop.js";
import { type Given, nameOf, type OpenFile, openFile } from "./files.js";
import { Header } from "./header.js";
import { address, fileAsked } from "./link.js";
import { StartPage } from "./start.js";
import { Workspace } from "./workspace.js";

/** A file that is being opened, or could not be opened. */
interface Opening {
  given: Given;
  name: string;
  progress: Progress | null;
  error: unknown;
}

export function App() {
  const [file, setFile] = useState<OpenFile | null>(null);
  const [opening, setOpening] = useState<Opening | null>(null);
  const abort = useRef<AbortController | null>(null);
  const current = useRef<OpenFile | null>(null);

  const show = useCallback(async (given: Given) => {
    abort.current?.abort();
    const control = new AbortController();
    abort.current = control;
    const start: Opening = { given, name: nameOf(given), progress: null, error: null };
    setOpening(start);
    const onProgress = (progress: Progress): void => {
      if (!control.signal.aborted) setOpening({ ...start, progress });
    };
    try {
      const opened = await openFile(given, { signal: control.signal, onProgress });
      if (control.signal.aborted) return opened.collection.close();
      current.current?.collection.close();
      current.current = opened;
      setFile(opened);
      setOpening(null);
    } catch (error) {
      if (!control.signal.aborted && !isAbort(error)) setOpening({ ...start, error });
    }
  }, []);

  /** Opens the user's file and updates the page's URL. */
  const bring = useCallback((given: Given) => {
    const url = typeof given === "string" ? given : null;
    history.pushState(null, "", address(url));
    void show(given);
  }, []);

  const cancel = useCallback(() => {
    abort.current?.abort();
    setOpening(null);
  }, []);

  const close = useCallback(() => {
    cancel();
    current.current?.collection.close();
    current.current = null;
    setFile(null);
  }, []);

  useEffect(() => {
    const asked = fileAsked();
    if (asked) void show(asked);
    // Handles Back and Forward between files; the workspace handles them within a file.
    const onPop = (): void => {
      const before = current.current?.url ?? null;
      const now = fileAsked();
      if (now === before) cancel();
      else if (now) void show(now);
      else close();
    };
    addEventListener("popstate", onPop);
    return () => removeEventListener("popstate", onPop);
  }, []);

  useEffect(() => {
    document.title = file ? `${file.name} · plypack viewer` : "plypack viewer";
  }, [file]);

  /** Returns to the previous file, if there was one. */
  const dismiss = (): void => {
    cancel();
    history.replaceState(null, "", address(current.current?.url ?? null));
  };
  const goHome = (): void => {
    history.pushState(null, "", location.pathname);
    close();
  };
  return (
    <>
      <DropTarget onFile={bring} />
      <Header file={opening ? null : file} onHome={goHome} />
      {file && !opening ? (
        <Workspace key={file.collection} file={file} />
      ) : (
        <StartPage opening={opening} onFile={bring} onCancel={dismiss} onRetry={opening ? () => void show(opening.given) : undefined} />
      )}
    </>
  );
}
