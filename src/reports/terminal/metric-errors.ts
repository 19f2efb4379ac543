import type { Outcome } from '../../results/outcome.ts';
import type { ReportOptions } from '../define-report.ts';
import { grouped, plural } from '../figures.ts';
import { filterNote } from '../line-filter.ts';
import { because, verdictWords } from '../outcome-words.ts';
import { outcomePlace } from '../place.ts';
import type { Page } from './page.ts';

const SHOWN = 3;

/** Counts the outcomes that are errors and keeps the lines of the first. */
export class MetricErrors {
  readonly #page: Page;
  readonly #options: Pick<ReportOptions, 'filter'>;
  readonly #lines: string[] = [];
  #count = 0;

  constructor(page: Page, options: Pick<ReportOptions, 'filter'>) {
    this.#page = page;
    this.#options = options;
  }

  add(outcome: Outcome): void {
    if (outcome.status !== 'error' || ++this.#count > SHOWN) return;
    const { say, flow } = this.#page;
    const what = say(`${outcome.metric} ${verdictWords(outcome)}: ${because(outcome)}`);
    this.#lines.push(...flow(`${say(outcomePlace(outcome))}  ${what}`, 2, 4));
  }

  /** None where no outcome was an error. */
  lines(): string[] {
    return this.#count === 0 ? [] : [...this.#told()];
  }

  *#told(): Generator<string> {
    const { say, flow, paint } = this.#page;
    const count = `${plural(this.#count, 'metric error')}${say(filterNote(this.#options))}`;
    yield* flow(`${count}: the metric failed, not the agent`, 0, 2, paint.red);
    yield* this.#lines;
    if (this.#count > SHOWN) yield paint.dim(`  … and ${grouped(this.#count - SHOWN)} more`);
  }
}
