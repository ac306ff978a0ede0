import { scanXml, type XmlAttributes, type XmlHandler } from '../../io/xml.ts';
import type { Limits } from '../../contract/limits.ts';
import { MusicCounter, type WrittenMusic } from './model.ts';

/** Counts a score in MEI. */
export function countMei(xml: string, { nesting }: Limits): WrittenMusic {
  const reader = new Reader();
  scanXml(xml, reader, nesting, { doctype: 'skip' });
  return reader.finish();
}

/** Of readings that exclude each other one is drawn. */
const ALTERNATIVES: ReadonlySet<string> = new Set(['app', 'choice', 'subst']);

class Reader implements XmlHandler {
  readonly #counter = new MusicCounter();
  readonly #staves = new Set<string>();
  readonly #path: string[] = [];
  /** For each open element with alternatives, how many of them have begun. */
  readonly #alternatives: number[] = [];
  readonly #prolonged = new Set<string>();
  readonly #ids: (string | undefined)[] = [];
  /** Depth below which all is another reading. */
  #skippedFrom = Infinity;
  #text = '';
  #chordTie = '';

  open(name: string, attributes: XmlAttributes): void {
    const depth = this.#path.length;
    if (ALTERNATIVES.has(this.#path.at(-1) ?? '')) {
      const seen = this.#alternatives.at(-1)!;
      this.#alternatives[this.#alternatives.length - 1] = seen + 1;
      if (seen > 0) this.#skippedFrom = Math.min(this.#skippedFrom, depth);
    }
    if (ALTERNATIVES.has(name)) this.#alternatives.push(0);
    this.#path.push(name);
    this.#text = '';
    // Beginnings of works in the header are no part of the music.
    if (depth >= this.#skippedFrom || !this.#path.includes('music')) return;
    const counter = this.#counter;
    switch (name) {
      case 'staffDef':
        if (this.#path.includes('scoreDef')) this.#staves.add(attributes.get('n') ?? '');
        break;
      case 'measure':
        counter.measures++;
        break;
      case 'chord':
        this.#chordTie = attributes.get('tie') ?? '';
        break;
      case 'tie': {
        const end = attributes.get('endid');
        if (end?.startsWith('#')) this.#prolonged.add(end.slice(1));
        break;
      }
      case 'note': {
        const tie = attributes.get('tie') ?? this.#chordTie;
        counter.note({ isProlonged: /[mt]/.test(tie) });
        if (!/[mt]/.test(tie)) this.#ids.push(attributes.get('id'));
        break;
      }
      default:
    }
  }

  close(name: string): void {
    this.#path.pop();
    const depth = this.#path.length;
    if (ALTERNATIVES.has(name)) this.#alternatives.pop();
    if (depth < this.#skippedFrom) {
      if (name === 'syl' && this.#path.includes('music')) this.#counter.lyric(this.#text);
      if (name === 'title' && this.#path.at(-1) === 'titleStmt') this.#counter.title ||= this.#text;
      if (name === 'chord') this.#chordTie = '';
    }
    if (depth <= this.#skippedFrom) this.#skippedFrom = depth === this.#skippedFrom ? Infinity : this.#skippedFrom;
  }

  text(value: string): void {
    this.#text += value;
  }

  finish(): WrittenMusic {
    this.#counter.staves = this.#staves.size;
    const tied = this.#ids.filter((id) => id !== undefined && this.#prolonged.has(id)).length;
    this.#counter.sounded -= tied;
    return this.#counter.finish();
  }
}
