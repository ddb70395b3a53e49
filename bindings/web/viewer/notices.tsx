/** Notices of errors, with advice. */
import { problemOf } from "./advice.js";

export interface ProblemProps {
  error: unknown;
  /** The part that failed, if it is not the whole file. */
  title?: string;
  /** Tries again, if that can help. */
  onRetry?: (() => void) | undefined;
}

export function ProblemNotice({ error, title, onRetry }: ProblemProps) {
  const { title: ofCode, advice, detail } = problemOf(error);
  return (
    <div class="notice problem" role="alert">
      <strong>{title ?? ofCode}.</strong> {advice}
      <p class="detail">{detail}</p>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Damage to a file whose other parts can be read. */
export function DamageNotice({ errors }: { errors: string[] }) {
  if (errors.length === 0) return null;
  return (
    <div class="notice damage" role="alert" id="damage">
      <strong>This file is damaged</strong>, but everything else in it can be read. Download or copy it again, or get the readable games out
      of it by the command “plypack repair”.
      <Texts
        summary={errors.length === 1 ? "What is wrong" : `What is wrong (${errors.length})`}
        texts={errors}
        open={errors.length <= 3}
      />
    </div>
  );
}

/** Problems of a PGN that was packed. */
export function WarningsNotice({ warnings }: { warnings: string[] }) {
  if (warnings.length === 0) return null;
  return (
    <div class="notice warnings" role="status" id="warnings">
      The PGN was packed; nothing is lost, but some of it is not as the standard says.
      <Texts summary={warnings.length === 1 ? "1 warning" : `${warnings.length} warnings`} texts={warnings} open={false} />
    </div>
  );
}

/** Damaged parts that a search left out. */
export function LeftOut({ problems }: { problems: string[] }) {
  if (problems.length === 0) return null;
  return (
    <div class="notice damage">
      Damaged parts of the file could not be searched.
      <Texts summary={problems.length === 1 ? "What is wrong" : `What is wrong (${problems.length})`} texts={problems} open={false} />
    </div>
  );
}

const MOST = 500;

function Texts({ summary, texts, open }: { summary: string; texts: string[]; open: boolean }) {
  return (
    <details open={open}>
      <summary>{summary}</summary>
      <ul>
        {texts.slice(0, MOST).map((text, index) => (
          <li key={index}>{text}</li>
        ))}
        {texts.length > MOST && <li>… and {texts.length - MOST} more</li>}
      </ul>
    </details>
  );
}
