import { corrupt, truncated, type ValueBudget } from '../../failures.ts';
import type { Geometry, Position } from '../features.ts';
import { areaOf, lineOf } from './layout.ts';

/** Lines of a circle and of an arc: a degree of five each. */
const LINES_AROUND = 72;
const TOKEN = /\s*(?:"((?:[^"]|"")*)"|([^\s",()]+)|([,()]))/y;

export interface MapObject {
  readonly geometry: Geometry | undefined;
  /** What an object of text says. */
  readonly text?: string;
}

/** Objects of the `Data` section, one after the other. Styles are passed over. */
export class ObjectReader {
  /** Circles, arcs and rounded rectangles that became lines. */
  curves = 0;
  readonly #text: string;
  readonly #budget: ValueBudget;
  readonly #place: (x: number, y: number) => Position;
  #at: number;
  #peeked: string | undefined;

  constructor(text: string, start: number, budget: ValueBudget, place: (x: number, y: number) => Position) {
    this.#text = text;
    this.#at = start;
    this.#budget = budget;
    this.#place = place;
  }

  /** The next object; nothing at the end. One that `isPart` of a collection is none itself. */
  next(isPart = false): MapObject | undefined {
    for (;;) {
      const word = this.#token();
      if (word === undefined) return undefined;
      if (isPart && /^collection$/i.test(word)) throw corrupt('a collection holds another');
      const object = this.#object(word.toUpperCase());
      if (object) return object;
      this.#passStyle(word.toUpperCase());
    }
  }

  #object(word: string): MapObject | undefined {
    this.#budget.take(1);
    switch (word) {
      case 'NONE':
        return { geometry: undefined };
      case 'POINT':
        return { geometry: { type: 'Point', coordinates: this.#position() } };
      case 'LINE':
        return { geometry: { type: 'LineString', coordinates: [this.#position(), this.#position()] } };
      case 'PLINE':
        return { geometry: this.#polyline() };
      case 'REGION':
        return {
          geometry: areaOf(
            this.#list(() => this.#list(() => this.#position())),
            (count) => this.#budget.take(count),
          ),
        };
      case 'MULTIPOINT': {
        const coordinates = this.#list(() => this.#position());
        return { geometry: coordinates.length > 0 ? { type: 'MultiPoint', coordinates } : undefined };
      }
      case 'RECT':
        return { geometry: this.#rectangle() };
      case 'ROUNDRECT': {
        const geometry = this.#rectangle();
        this.#number();
        this.curves++;
        return { geometry };
      }
      case 'ELLIPSE':
        return { geometry: { type: 'Polygon', coordinates: [this.#curve(0, 360)] } };
      case 'ARC':
        return { geometry: this.#arc() };
      case 'TEXT':
        return this.#label();
      case 'COLLECTION':
        return { geometry: this.#collection() };
      default:
        return undefined;
    }
  }

  #polyline(): Geometry | undefined {
    const isMultiple = this.#peek()?.toUpperCase() === 'MULTIPLE';
    if (isMultiple) this.#token();
    const lines = isMultiple
      ? this.#list(() => this.#list(() => this.#position()))
      : [this.#list(() => this.#position())];
    return lineOf(lines.filter((line) => line.length > 0))[0];
  }

  #rectangle(): Geometry {
    const [[west = 0, south = 0], [east = 0, north = 0]] = [this.#position(), this.#position()];
    const corners = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    return { type: 'Polygon', coordinates: [corners] };
  }

  /** Around the middle of a box, from an angle to another, in degrees against the clock from the east. */
  #curve(start: number, end: number, box = [this.#position(), this.#position()]): Position[] {
    this.curves++;
    const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = box;
    const steps = Math.max(2, Math.ceil(((end - start) / 360) * LINES_AROUND));
    this.#budget.take(2 * steps);
    const around = Array.from({ length: steps + 1 }, (_, index): Position => {
      const angle = ((start + ((end - start) * index) / steps) * Math.PI) / 180;
      return [(x1 + x2) / 2 + (Math.cos(angle) * (x2 - x1)) / 2, (y1 + y2) / 2 + (Math.sin(angle) * (y2 - y1)) / 2];
    });
    return end - start === 360 ? [...around.slice(0, -1), around[0]!] : around;
  }

  #arc(): Geometry {
    const box = [this.#position(), this.#position()];
    const [start, end] = [this.#number(), this.#number()];
    const turn = (((end - start) % 360) + 360) % 360 || 360;
    return { type: 'LineString', coordinates: this.#curve(start, start + turn, box) };
  }

  #label(): MapObject {
    const text = this.#token() ?? '';
    const place = this.#position();
    this.#position();
    return { geometry: { type: 'Point', coordinates: place }, text: text.replaceAll('\\n', '\n') };
  }

  #collection(): Geometry | undefined {
    const count = this.#count();
    const geometries: Geometry[] = [];
    for (let index = 0; index < count; index++) {
      const part = this.next(true);
      if (!part) throw truncated('a collection is cut off');
      if (part.geometry) geometries.push(part.geometry);
    }
    return geometries.length > 0 ? { type: 'GeometryCollection', geometries } : undefined;
  }

  #passStyle(word: string): void {
    switch (word) {
      case 'PEN':
      case 'BRUSH':
      case 'SYMBOL':
      case 'FONT':
        for (let token = this.#token(); token !== ')'; token = this.#token())
          if (token === undefined) throw truncated('a style is cut off');
        return;
      case 'CENTER':
        return void this.#position();
      case 'SPACING':
      case 'ANGLE':
        return void this.#number();
      case 'JUSTIFY':
        return void this.#token();
      case 'LABEL':
        this.#token();
        this.#token();
        return void this.#position();
      case 'SMOOTH':
        return;
      default:
        throw corrupt(`it has an object of an unknown kind, "${word.slice(0, 40)}"`);
    }
  }

  /** A count, and so many items: each has two characters at least. */
  #list<T>(item: () => T): T[] {
    const count = this.#count();
    const items: T[] = [];
    for (let index = 0; index < count; index++) items.push(item());
    return items;
  }

  #count(): number {
    const count = this.#number();
    if (!Number.isInteger(count) || count < 0) throw corrupt('a count is no whole number');
    if (2 * count > this.#text.length - this.#at)
      throw truncated(`it says that ${count} parts follow, and ends before`, { parts: count });
    return count;
  }

  #position(): Position {
    this.#budget.take(2);
    const x = this.#number();
    if (this.#peek() === ',') this.#token();
    return this.#place(x, this.#number());
  }

  #number(): number {
    const token = this.#token();
    if (token === undefined) throw truncated('it ends inside of an object');
    const number = Number(token);
    if (!Number.isFinite(number)) throw corrupt(`"${token.slice(0, 40)}" stands where a number belongs`);
    return number;
  }

  #peek(): string | undefined {
    return (this.#peeked ??= this.#token());
  }

  #token(): string | undefined {
    const peeked = this.#peeked;
    if (peeked !== undefined) {
      this.#peeked = undefined;
      return peeked;
    }
    TOKEN.lastIndex = this.#at;
    const found = TOKEN.exec(this.#text);
    if (!found) {
      if (this.#text.slice(this.#at).trim() !== '') throw truncated('a text has no end');
      return undefined;
    }
    this.#at = TOKEN.lastIndex;
    const [, quoted, word, mark] = found;
    return quoted?.replaceAll('""', '"') ?? word ?? mark;
  }
}
