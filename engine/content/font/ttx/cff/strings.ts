import { tooLarge } from '../../sfnt.ts';
import { STANDARD_STRINGS } from './standard-strings.ts';

/** Numbers of strings end at 64,999. */
const MAX_STRINGS = 65_000;

/** The strings of a table by their numbers: the standard ones, then its own in the order in which they were asked for. */
export class Strings {
  readonly own: string[] = [];
  readonly #ids = new Map(STANDARD_STRINGS.map((text, id) => [text, id]));

  idOf(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = STANDARD_STRINGS.length + this.own.length;
    if (id >= MAX_STRINGS) throw tooLarge('strings', MAX_STRINGS, id + 1);
    this.own.push(text);
    this.#ids.set(text, id);
    return id;
  }
}
