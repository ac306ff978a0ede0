import { corrupt } from '../failures.ts';
import { geometryOfJson, type Geometry, type Position } from './features.ts';

const KINDS: Readonly<Record<string, Geometry['type']>> = {
  POINT: 'Point',
  MULTIPOINT: 'MultiPoint',
  LINESTRING: 'LineString',
  MULTILINESTRING: 'MultiLineString',
  POLYGON: 'Polygon',
  MULTIPOLYGON: 'MultiPolygon',
  GEOMETRYCOLLECTION: 'GeometryCollection',
};
const WKT_TOKEN = /\s+|(?<word>[A-Za-z]+)|(?<mark>[(),;])|(?<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/y;

/** Reads geometries of well-known text (OGC Simple Features), one after the other. `take` counts positions. Throws `input_corrupt`. */
export class WktParser {
  readonly #tokens: readonly string[];
  readonly #take: (count: number) => void;
  #at = 0;

  constructor(text: string, take: (count: number) => void) {
    const tokens: string[] = [];
    WKT_TOKEN.lastIndex = 0;
    while (WKT_TOKEN.lastIndex < text.length) {
      const at = WKT_TOKEN.lastIndex;
      const token = WKT_TOKEN.exec(text);
      if (!token) throw corrupt(`it is no well-known text from character ${at} on`, { character: at });
      if (token[0].trim() !== '' && token[0] !== ';') tokens.push(token[0]);
    }
    this.#tokens = tokens;
    this.#take = take;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  geometry(depth: number): Geometry {
    this.#take(1);
    const type = KINDS[this.#next().toUpperCase()];
    if (!type || depth > 16) throw corrupt('a geometry is of an unknown kind');
    if (/^(Z|M|ZM)$/i.test(this.#peek())) this.#at++;
    const isEmpty = /^EMPTY$/i.test(this.#peek());
    if (isEmpty) this.#at++;
    if (type === 'GeometryCollection')
      return { type, geometries: isEmpty ? [] : this.#list(() => this.geometry(depth + 1)) };
    const levels = { Point: 0, MultiPoint: 1, LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 }[type];
    if (isEmpty) return { type, coordinates: [] } as unknown as Geometry;
    const coordinates = levels === 0 ? this.#list(() => this.#position())[0] : this.#nested(levels);
    const geometry = geometryOfJson({ type, coordinates });
    if (!geometry) throw corrupt('a geometry has no valid coordinates');
    return geometry;
  }

  #nested(levels: number): unknown[] {
    return this.#list(() => {
      if (levels > 1) return this.#nested(levels - 1);
      // Points of a list may be in brackets of their own.
      return this.#peek() === '(' ? this.#list(() => this.#position())[0] : this.#position();
    });
  }

  #list<T>(item: () => T): T[] {
    this.#expect('(');
    const items = [item()];
    while (this.#peek() === ',') {
      this.#at++;
      items.push(item());
    }
    this.#expect(')');
    return items;
  }

  #position(): Position {
    const numbers: number[] = [];
    while (/^[-+.\d]/.test(this.#peek())) numbers.push(Number(this.#next()));
    this.#take(1);
    return numbers.slice(0, 3);
  }

  #peek(): string {
    return this.#tokens[this.#at] ?? '';
  }

  #next(): string {
    const token = this.#tokens[this.#at++];
    if (token === undefined) throw corrupt('it ends inside of a geometry');
    return token;
  }

  #expect(mark: string): void {
    if (this.#next() !== mark) throw corrupt(`a "${mark}" is missing`);
  }
}
