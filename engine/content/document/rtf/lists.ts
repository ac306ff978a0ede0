import type { ListLevel, NumberedList } from '../docx/numbering.ts';
import { labelPattern, numberFormatOf } from '../word/number-formats.ts';

interface Definition {
  id: string;
  readonly levels: Map<number, ListLevel>;
}

interface Override {
  list: string;
  level: number;
  startsAnew: boolean;
  readonly levels: Map<number, ListLevel>;
  readonly starts: Map<number, number>;
}

/** Levels of a list (RTF 1.9.1, List Table). */
const MAX_LEVELS = 9;

/** Gathers the tables of lists from their control words: definitions, and the lists of the text that follow these. */
export class ListTables {
  readonly #definitions: Definition[] = [];
  readonly #overrides = new Map<string, Override>();
  #override: Override | undefined;
  #levels: Map<number, ListLevel> | undefined;
  #level: ListLevel | undefined;

  /** A control word of one of the tables. */
  read(word: string, number: number): void {
    switch (word) {
      case 'list':
        this.#override = undefined;
        this.#definitions.push({ id: '', levels: new Map() });
        this.#levels = this.#definitions.at(-1)!.levels;
        this.#level = undefined;
        return;
      case 'listoverride':
        this.#override = { list: '', level: -1, startsAnew: false, levels: new Map(), starts: new Map() };
        this.#level = undefined;
        return;
      case 'listid':
        if (this.#override) this.#override.list = String(number);
        else if (this.#definitions.length > 0) this.#definitions.at(-1)!.id = String(number);
        return;
      case 'ls':
        if (this.#override) this.#overrides.set(String(number), this.#override);
        return;
      case 'lfolevel':
        if (!this.#override) return;
        this.#override.level++;
        this.#override.startsAnew = false;
        this.#level = undefined;
        return;
      case 'listoverridestartat':
        if (this.#override) this.#override.startsAnew = true;
        return;
      case 'listlevel':
        return this.#startLevel();
      case 'levelstartat':
        return this.#start(number);
    }
    if (this.#level) readLevel(this.#level, word, number);
  }

  /** The text of a level's label: its length, its characters, and a semicolon. */
  readLabel(text: string): void {
    if (this.#level) this.#level.text = labelPattern(text.slice(1, 1 + (text.charCodeAt(0) || 0)));
  }

  /** The lists by the numbers that paragraphs name them by. */
  lists(): Map<string, NumberedList> {
    const levelsOf = new Map(this.#definitions.map(({ id, levels }) => [id, levels]));
    return new Map(
      Array.from(this.#overrides, ([id, { list, levels, starts }]) => {
        const all = new Map([...(levelsOf.get(list) ?? []), ...levels]);
        return [id, { abstract: list, levels: all, starts }] as const;
      }),
    );
  }

  #startLevel(): void {
    this.#level = { start: 1, format: 'decimal', text: '' };
    const { level, levels } = this.#override ?? { level: this.#levels?.size ?? 0, levels: this.#levels };
    if (level >= 0 && level < MAX_LEVELS) levels?.set(level, this.#level);
  }

  #start(number: number): void {
    if (this.#level) this.#level.start = number;
    if (this.#override?.startsAnew) this.#override.starts.set(this.#override.level, number);
  }
}

function readLevel(level: ListLevel, word: string, number: number): void {
  // The second of them says the same to newer programs.
  if (word === 'levelnfc' || word === 'levelnfcn') level.format = numberFormatOf(number);
  else if (word === 'levelnorestart' && number !== 0) level.restart = 0;
}
