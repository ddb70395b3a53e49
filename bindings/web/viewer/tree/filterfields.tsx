/** The filters of the tree. */
import { countOf, type ExplorerFilters, isMonth, NO_FILTERS, RATINGS, SPEEDS } from "./filters.js";

export interface FilterFieldsProps {
  filters: ExplorerFilters;
  onFilters: (filters: ExplorerFilters) => void;
}

export function FilterFields({ filters, onFilters }: FilterFieldsProps) {
  return (
    <div class="tree-filters" id="tree-filters">
      <Choices label="Time" values={SPEEDS} chosen={filters.speeds} onChosen={(speeds) => onFilters({ ...filters, speeds })} />
      <Choices label="Rating" values={RATINGS} chosen={filters.ratings} onChosen={(ratings) => onFilters({ ...filters, ratings })} />
      <div class="choices">
        <span class="choices-label">Date</span>
        {(["since", "until"] as const).map((name) => (
          <label key={name}>
            {name}{" "}
            <input
              type="text"
              id={`tree-${name}`}
              placeholder={name === "since" ? "2010-05" : "2020"}
              title="A year or a month, such as 2020 or 2020-05"
              autocomplete="off"
              value={filters[name]}
              aria-invalid={!isMonth(filters[name])}
              onInput={(event) => onFilters({ ...filters, [name]: event.currentTarget.value.trim() })}
            />
          </label>
        ))}
        <button type="button" id="tree-clear" class="choice" disabled={countOf(filters) === 0} onClick={() => onFilters(NO_FILTERS)}>
          Clear
        </button>
      </div>
    </div>
  );
}

interface ChoicesProps<T> {
  label: string;
  values: T[];
  chosen: T[];
  onChosen: (chosen: T[]) => void;
}

/** Values to switch on and off; no selected value means all values. */
function Choices<T extends string | number>({ label, values, chosen, onChosen }: ChoicesProps<T>) {
  const toggled = (value: T): T[] => values.filter((each) => chosen.includes(each) !== (each === value));
  return (
    <div class="choices" role="group" aria-label={label}>
      <span class="choices-label" aria-hidden="true">
        {label}
      </span>
      {values.map((value) => (
        <button
          key={value}
          type="button"
          class="choice"
          title={String(value)}
          aria-pressed={chosen.includes(value)}
          onClick={() => onChosen(toggled(value))}
        >
          {nameOf(value)}
        </button>
      ))}
    </div>
  );
}

/** "Ultra", "Blitz", "Mail", "2200+". */
function nameOf(value: string | number): string {
  if (typeof value === "number") return value === 0 ? "<1000" : `${value}+`;
  const short: Record<string, string> = { ultraBullet: "Ultra", correspondence: "Mail" };
  return short[value] ?? `${value[0]!.toUpperCase()}${value.slice(1)}`;
}
