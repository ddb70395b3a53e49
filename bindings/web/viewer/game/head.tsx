/** The players, place and date of the open game. */
import type { Game } from "plypack";
import { date, known, result } from "../format.js";

export function GameHead({ game, tags }: { game: Game; tags: Map<string, string> }) {
  const value = (name: string): string => known(tags.get(name) ?? "");
  const round = value("Round") && value("Round") !== "-" ? `round ${value("Round")}` : "";
  const site = /^https?:/.test(value("Site")) ? "" : value("Site");
  const where = [value("Event"), site, round, date(value("Date"))].filter((text, index, all) => text !== "" && all.indexOf(text) === index);
  const opening = game.opening ? `${game.opening.eco} ${game.opening.name}` : value("ECO");
  return (
    <div class="game-head">
      <h2>
        <span class="game-names">
          {value("White") || "White"} – {value("Black") || "Black"}
        </span>{" "}
        <span class="game-result">{result(game.result)}</span>
      </h2>
      <p title={where.join(" · ")}>{where.join(" · ")}</p>
      {opening && (
        <p class="game-opening" title={opening}>
          {opening}
        </p>
      )}
    </div>
  );
}
