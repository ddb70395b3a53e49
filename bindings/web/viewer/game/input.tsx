/** Input of moves by typing, for users without a mouse. */
import type { LegalMove, PositionInfo } from "plypack";
import { useEffect, useState } from "preact/hooks";
import type { Played } from "./line.js";

export interface MoveInputProps {
  position: PositionInfo | null;
  onPlay: (played: Played) => void;
}

export function MoveInput({ position, onPlay }: MoveInputProps) {
  const [text, setText] = useState("");
  const [isWrong, setWrong] = useState(false);
  /** True if Enter was pressed: a fast typist does not wait for the legal moves. */
  const [isEntered, setEntered] = useState(false);
  useEffect(() => {
    if (!isEntered || position === null) return;
    const move = moveBy(text, position.moves);
    setEntered(false);
    setWrong(!move && text !== "");
    if (!move) return;
    setText("");
    onPlay(move);
  }, [isEntered, position]);
  return (
    <input
      type="text"
      id="move-input"
      class="move-input"
      aria-label="Play a move"
      aria-invalid={isWrong}
      placeholder="Move"
      title={isWrong ? "No legal move is written like that" : "A move such as Nf3 or g1f3, then Enter"}
      autocomplete="off"
      spellcheck={false}
      value={text}
      onInput={(event) => {
        setText(event.currentTarget.value);
        setWrong(false);
        setEntered(false);
      }}
      onKeyDown={(event) => event.key === "Enter" && setEntered(true)}
    />
  );
}

const plain = (san: string): string => san.replace(/[+#x=!?]/g, "").replace(/0/g, "O");

/** Returns the move of a text in SAN or UCI notation. "b" means a bishop only if the text is not a pawn move. */
function moveBy(text: string, moves: LegalMove[]): LegalMove | undefined {
  const wanted = text.trim();
  const by = (same: (move: LegalMove) => boolean): LegalMove | undefined => moves.find(same);
  return (
    by(({ san, uci }) => plain(san) === plain(wanted) || uci === wanted.toLowerCase()) ??
    by(({ san }) => plain(san).toLowerCase() === plain(wanted).toLowerCase())
  );
}
