/** Results of games, as a bar of three parts. */
import { percent } from "../format.js";

export interface BarProps {
  white: number;
  draws: number;
  black: number;
}

/** Minimum width (in percent) of a part with its figure written in it. */
const LEGIBLE = 17;

export function Bar({ white, draws, black }: BarProps) {
  const total = white + draws + black;
  if (total === 0) return <span class="bar empty" />;
  const parts: [name: string, games: number][] = [
    ["white", white],
    ["draws", draws],
    ["black", black],
  ];
  const label = `White ${percent(white, total)}, draws ${percent(draws, total)}, Black ${percent(black, total)}`;
  return (
    <span class="bar" role="img" aria-label={label} title={label}>
      {parts.map(([name, games]) => (
        <span key={name} class={name} style={{ flexGrow: games }}>
          {(100 * games) / total >= LEGIBLE ? percent(games, total) : ""}
        </span>
      ))}
    </span>
  );
}
