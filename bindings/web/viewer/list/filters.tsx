/** The filters of the list. */
import { useState } from "preact/hooks";
import { EMPTY_FIELDS, type FilterFields } from "./query.js";

type Name = keyof FilterFields;

interface Field {
  name: Name;
  label: string;
  hint: string;
  /** Example of a value. */
  example: string;
}

const NAME = "A part of the name, or /regular expression/";

const FIELDS: Field[] = [
  { name: "player", label: "Player", hint: "either", example: NAME },
  { name: "white", label: "White", hint: "name", example: NAME },
  { name: "black", label: "Black", hint: "name", example: NAME },
  { name: "event", label: "Event", hint: "name", example: NAME },
  { name: "eco", label: "ECO", hint: "B90..", example: "B90, or B90..B99" },
  { name: "date", label: "Date", hint: "1985..", example: "1985, 1985.06, or 1985..1990" },
  { name: "rating", label: "Ratings", hint: "2600..", example: "Both ratings: 2600.., or 2400..2600" },
];

const RESULTS = [
  ["", "any"],
  ["1-0", "1-0"],
  ["0-1", "0-1"],
  ["1/2-1/2", "½-½"],
  ["*", "not ended"],
];

export interface FiltersProps {
  fields: FilterFields;
  /** The error of the filter, if there is one. */
  error: string | null;
  onChange: (fields: FilterFields) => void;
}

export function Filters({ fields, error, onChange }: FiltersProps) {
  const set = Object.keys(EMPTY_FIELDS).filter((name) => name !== "text" && fields[name as Name] !== "").length;
  const [more, setMore] = useState(set > 0);
  const [edited, setEdited] = useState<Name>("text");
  const change = (name: Name, value: string): void => {
    setEdited(name);
    onChange({ ...fields, [name]: value });
  };
  const wrong = (name: Name) => error !== null && name === edited && { "aria-invalid": true, "aria-describedby": "filter-error" };
  const isEmpty = set === 0 && fields.text === "";

  return (
    <form
      class="filters"
      role="search"
      aria-label="Filter games"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        const isField = event.target instanceof HTMLInputElement;
        if (!isField || event.isComposing || (event.key !== "Enter" && event.key !== "ArrowDown")) return;
        event.preventDefault();
        document.getElementById("games")?.focus();
      }}
    >
      <div class="filter-main">
        <input
          type="search"
          name="text"
          id="filter-text"
          aria-label="Filter by player, event, site or ECO"
          placeholder="Player, event, site or ECO"
          title="A part of a name, or /regular expression/"
          autocomplete="off"
          spellcheck={false}
          value={fields.text}
          onInput={(event) => change("text", event.currentTarget.value)}
          {...wrong("text")}
        />
        <button type="button" id="more-filters" aria-expanded={more} aria-controls="filter-fields" onClick={() => setMore(!more)}>
          Filters{set > 0 ? ` (${set})` : ""}
        </button>
        <button type="button" id="clear-filters" disabled={isEmpty} onClick={() => onChange(EMPTY_FIELDS)}>
          Clear
        </button>
      </div>
      <div class="filter-fields" id="filter-fields" hidden={!more}>
        {FIELDS.map(({ name, label, hint, example }) => (
          <label key={name}>
            <span>{label}</span>
            <input
              type="text"
              name={name}
              id={`filter-${name}`}
              placeholder={hint}
              title={example}
              autocomplete="off"
              spellcheck={false}
              value={fields[name]}
              onInput={(event) => change(name, event.currentTarget.value)}
              {...wrong(name)}
            />
          </label>
        ))}
        <label>
          <span>Result</span>
          <select name="result" id="filter-result" value={fields.result} onChange={(event) => change("result", event.currentTarget.value)}>
            {RESULTS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      {error !== null && (
        <p class="field-error" id="filter-error" role="alert">
          {error}
        </p>
      )}
    </form>
  );
}
