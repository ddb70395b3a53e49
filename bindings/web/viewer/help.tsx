/** The keys, in a dialog. */
import { useRef } from "preact/hooks";

const KEYS: [keys: string, action: string][] = [
  ["← →", "previous and next move"],
  ["↑ ↓ or Home End", "start and end of the line"],
  ["Shift + → ←", "into a variation and out of it"],
  ["n p", "next and previous game of the list"],
  ["f", "flip the board"],
  ["Esc", "back from your own moves to the game"],
  ["a", "arrows of the tree's moves"],
  ["/", "to the filter"],
  ["Enter or ↓", "from the filter to the list"],
  ["↑ ↓ PageUp PageDown Home End Enter", "in the list: choose and open a game"],
];

export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button type="button" class="icon plain" id="help" aria-label="Keys" title="Keys" onClick={() => dialog.current?.showModal()}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M7.3 7.5a2.7 2.7 0 1 1 4 2.3c-.9.5-1.3 1-1.3 2M10 14.8v.2" />
        </svg>
      </button>
      <dialog
        ref={dialog}
        class="help"
        aria-labelledby="help-title"
        onClick={(event) => event.target === dialog.current && dialog.current?.close()}
      >
        <h2 id="help-title">Keys</h2>
        <dl>
          {KEYS.map(([keys, action]) => (
            <div key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{action}</dd>
            </div>
          ))}
        </dl>
        <form method="dialog">
          <button>Close</button>
        </form>
      </dialog>
    </>
  );
}
