/** The top of the page: the file, and the theme. */
import { useState } from "preact/hooks";
import { type OpenFile, save } from "./files.js";
import { games, size } from "./format.js";
import { Help } from "./help.js";
import { chooseTheme, chosenTheme, isDark } from "./theme.js";

export interface HeaderProps {
  file: OpenFile | null;
  onHome: () => void;
}

export function Header({ file, onHome }: HeaderProps) {
  return (
    <header class="header">
      <span class="brand">plypack</span>
      {file && (
        <>
          <span class="file-name" id="file-name" title={file.url ?? file.name}>
            {file.name}
          </span>
          <FileFacts file={file} />
          <span class="header-tools">
            {file.packed && (
              <button type="button" id="save" onClick={() => save(file)}>
                Save as .plypack
              </button>
            )}
            <button type="button" id="open-other" onClick={onHome}>
              Open another
            </button>
          </span>
        </>
      )}
      <span class="header-ends">
        <Help />
        <ThemeButton />
      </span>
    </header>
  );
}

function FileFacts({ file }: { file: OpenFile }) {
  const { info } = file.collection;
  return (
    <ul class="facts" id="file-facts" aria-label="The file">
      <li>{games(info.games - info.deleted)}</li>
      <li>{size(info.bytes)}</li>
      <li title={`Moves by ${info.codec ?? "no codec"}`}>format {info.version}</li>
      <li title={info.indexed ? "Positions are found at once" : "Positions are found by a search of the whole file"}>
        {info.indexed ? "indexed" : "no index"}
      </li>
    </ul>
  );
}

function ThemeButton() {
  const [theme, setTheme] = useState(chosenTheme);
  const dark = isDark(theme);
  const toggle = (): void => {
    const next = dark ? "light" : "dark";
    chooseTheme(next);
    setTheme(next);
    dispatchEvent(new Event("themechange"));
  };
  const label = dark ? "Light theme" : "Dark theme";
  return (
    <button type="button" class="icon plain" id="theme" aria-label={label} title={label} onClick={toggle}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        {dark ? (
          <path d="M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.4 1.4M14.6 14.6 16 16M4 16l1.4-1.4M14.6 5.4 16 4" />
        ) : (
          <path d="M16.5 11.8A7 7 0 0 1 8.2 3.5a7 7 0 1 0 8.3 8.3z" />
        )}
      </svg>
    </button>
  );
}
