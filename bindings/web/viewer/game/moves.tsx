/** The moves of a game: its main line in two columns, variations and comments between them. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { moveNumber } from "../format.js";
import type { Line, Node } from "./line.js";
import { MoveButton } from "./move.js";
import { plainComments } from "./nags.js";

export interface MovesProps {
  line: Line;
  node: Node;
  result: string;
  onGo: (node: Node) => void;
}

export function Moves({ line, node, result, onGo }: MovesProps) {
  const list = useRef<HTMLDivElement>(null);
  // Moves are drawn once per game; the current move is marked directly in the page.
  const moves = useMemo(() => <MainLine line={line} />, [line]);
  useLayoutEffect(() => mark(list.current!, node), [line, node]);

  const onClick = (event: MouseEvent): void => {
    const button = (event.target as Element).closest<HTMLElement>("[data-move]");
    const target = button && line.nodes[Number(button.dataset["move"])];
    if (target) onGo(target);
  };
  return (
    <div class="moves" id="moves" ref={list} onClick={onClick}>
      {moves}
      {line.main.length > 1 && (
        <p class="result" aria-label={`Result ${result}`}>
          {result === "1/2-1/2" ? "½-½" : result}
        </p>
      )}
    </div>
  );
}

/** Marks the current move, the only one in the Tab order, and scrolls to it. */
function mark(list: HTMLElement, node: Node): void {
  const before = list.querySelector<HTMLElement>("[aria-current]");
  const focused = before !== null && before === document.activeElement;
  before?.removeAttribute("aria-current");
  before?.setAttribute("tabindex", "-1");
  const now = node.analysis ? null : list.querySelector<HTMLElement>(`[data-move="${node.id}"]`);
  if (!now) {
    list.querySelector("[data-move]")?.setAttribute("tabindex", "0");
    if (node.id === 0) list.scrollTop = 0;
    return;
  }
  now.setAttribute("aria-current", "true");
  now.setAttribute("tabindex", "0");
  if (focused) now.focus({ preventScroll: true });
  const [top, bottom] = [now.offsetTop, now.offsetTop + now.offsetHeight];
  const margin = list.clientHeight / 4;
  if (top < list.scrollTop + margin || bottom > list.scrollTop + list.clientHeight - margin) list.scrollTop = top - list.clientHeight / 2;
}

/** The main line as an ordered list, with an item for each move number. */
function MainLine({ line }: { line: Line }) {
  const items: ComponentChildren[] = [];
  let node: Node | undefined = line.start.children[0];
  while (node) {
    const white: Node = node;
    const isPair = white.parent!.fen.split(" ")[1] !== "b";
    const black: Node | undefined = isPair ? white.children[0] : undefined;
    items.push(<MoveItem key={white.id} first={white} second={black} isBlack={!isPair} />);
    node = (black ?? white).children[0];
  }
  return (
    <ol class="main-line" aria-label="Moves of the game">
      {items}
    </ol>
  );
}

interface MoveItemProps {
  first: Node;
  second: Node | undefined;
  /** True if the game, or the rest of it, begins with a move of Black. */
  isBlack: boolean;
}

function MoveItem({ first, second, isBlack }: MoveItemProps) {
  const isBroken = hasText(first);
  const number = moveNumber(first.parent!.fen).replace("…", "").replace(".", "");
  const hidden = (
    <span class="move-none" aria-hidden="true">
      …
    </span>
  );
  return (
    <li>
      <Before node={first} />
      <div class="pair">
        <span class="number">{number}</span>
        {isBlack && hidden}
        <MoveButton node={first} />
        {!isBlack && (second && !isBroken && !hasBefore(second) ? <MoveButton node={second} /> : hidden)}
      </div>
      <Between node={first} />
      {second && <Before node={second} />}
      {second && (isBroken || hasBefore(second)) && (
        <div class="pair">
          <span class="number">{number}</span>
          {hidden}
          <MoveButton node={second} />
        </div>
      )}
      {second && <Between node={second} />}
    </li>
  );
}

const hasBefore = (node: Node): boolean => plainComments(node.move?.before ?? []).length > 0;

const alternatives = (node: Node): Node[] => (node.parent!.children[0] === node ? node.parent!.children.slice(1) : []);

const hasText = (node: Node): boolean => plainComments(node.move?.comments ?? []).length > 0 || alternatives(node).length > 0;

function Before({ node }: { node: Node }) {
  return hasBefore(node) ? (
    <div class="between">
      <Comments texts={node.move!.before} />
    </div>
  ) : null;
}

/** Comments after a move of the main line, and the variations that replace it. */
function Between({ node }: { node: Node }) {
  if (!hasText(node)) return null;
  return (
    <div class="between">
      <Comments texts={node.move?.comments ?? []} />
      <Variations nodes={alternatives(node)} />
    </div>
  );
}

function Comments({ texts }: { texts: string[] }) {
  return (
    <>
      {plainComments(texts).map((text, index) => (
        <span key={index} class="comment">
          {text}{" "}
        </span>
      ))}
    </>
  );
}

function Variations({ nodes }: { nodes: Node[] }) {
  if (nodes.length === 0) return null;
  return (
    <ul class="variations" aria-label="Variations">
      {nodes.map((node) => (
        <li key={node.id}>
          <Variation first={node} />
        </li>
      ))}
    </ul>
  );
}

/** A variation: its moves in a row, and its own variations below. */
function Variation({ first }: { first: Node }) {
  const parts: ComponentChildren[] = [];
  let numbered = false;
  for (let node: Node | undefined = first; node; node = node.children[0]) {
    const isWhite = node.parent!.fen.split(" ")[1] !== "b";
    const others = node === first ? [] : alternatives(node);
    parts.push(<Comments key={`before-${node.id}`} texts={node.move?.before ?? []} />);
    parts.push(
      <span key={node.id} class="inline-move">
        {(isWhite || !numbered) && <span class="inline-number">{moveNumber(node.parent!.fen)}</span>}
        <MoveButton node={node} />
      </span>,
      " ",
      <Comments key={`after-${node.id}`} texts={node.move?.comments ?? []} />,
      <Variations key={`others-${node.id}`} nodes={others} />,
    );
    numbered = others.length === 0 && plainComments(node.move?.comments ?? []).length === 0;
  }
  return <>{parts}</>;
}
