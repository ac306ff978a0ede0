import { formatAt, type NumberFormat, type NumberLabel } from './labels.ts';

/**
 * Counts as Word does: an item adds one to the number of its level and starts the deeper levels again. A label that
 * differs from the count belongs to another list.
 */
export class NumberSequence {
  readonly #first: NumberLabel;
  /** What follows the number on each level. */
  readonly #suffixes: (string | undefined)[] = [];
  readonly #formats: (NumberFormat | undefined)[] = [];
  #counters: readonly number[] = [];

  constructor(first: NumberLabel) {
    this.#first = first;
    this.advance(first);
  }

  /** Whether this label is the next one. */
  accepts(label: NumberLabel): boolean {
    const level = label.path.length - 1;
    const suffix = this.#suffixes[level];
    if (label.prefix !== this.#first.prefix || !this.#hasFormatsOf(label)) return false;
    if (suffix !== undefined && suffix !== label.suffix) return false;
    if (level > this.#counters.length) return false;
    const parents = label.path.slice(0, level);
    if (parents.some((value, index) => value !== this.#counters[index])) return false;
    return label.path[level] === (this.#counters[level] ?? 0) + 1;
  }

  advance(label: NumberLabel): void {
    this.#counters = label.path;
    this.#suffixes[label.path.length - 1] = label.suffix;
    label.path.forEach((_, level) => (this.#formats[level] = formatAt(label, level)));
  }

  #hasFormatsOf(label: NumberLabel): boolean {
    return label.path.every((_, level) => {
      const known = this.#formats[level];
      return known === undefined || known === formatAt(label, level);
    });
  }

  /** What follows the number on each level; the first label's where a level was not used. */
  suffixAt(level: number): string {
    return this.#suffixes[level] ?? this.#first.suffix;
  }
}
