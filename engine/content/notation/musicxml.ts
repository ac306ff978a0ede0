import { scanXml, type XmlAttributes, type XmlHandler } from '../../io/xml.ts';
import type { Limits } from '../../contract/limits.ts';
import { MusicCounter, type WrittenMusic } from './model.ts';

interface OpenNote {
  isRest: boolean;
  isProlonged: boolean;
  readonly lyrics: string[];
}

/** Counts a score in MusicXML 1 to 4, part by part or measure by measure. */
export function countMusicXml(xml: string, { nesting }: Limits): WrittenMusic {
  const reader = new Reader();
  scanXml(xml, reader, nesting, { doctype: 'skip' });
  return reader.finish();
}

class Reader implements XmlHandler {
  readonly #counter = new MusicCounter();
  readonly #stavesOfParts = new Map<string, number>();
  readonly #path: string[] = [];
  #part = '';
  #measures = 0;
  #isTimewise = false;
  #text = '';
  #note: OpenNote | undefined;
  #lyric = '';

  open(name: string, attributes: XmlAttributes): void {
    this.#path.push(name);
    this.#text = '';
    switch (name) {
      case 'score-timewise':
        this.#isTimewise = true;
        break;
      case 'part':
        this.#openPart(attributes.get('id') ?? '');
        break;
      case 'measure':
        this.#measures++;
        break;
      case 'note':
        this.#note = { isRest: false, isProlonged: false, lyrics: [] };
        break;
      case 'rest':
        if (this.#note) this.#note.isRest = true;
        break;
      case 'tie':
        if (this.#note && attributes.get('type') === 'stop') this.#note.isProlonged = true;
        break;
      case 'lyric':
        this.#lyric = '';
        break;
      default:
    }
  }

  close(name: string): void {
    this.#path.pop();
    switch (name) {
      case 'part':
        if (!this.#isTimewise) this.#counter.measures = Math.max(this.#counter.measures, this.#measures);
        break;
      case 'staves':
        this.#stavesOfParts.set(
          this.#part,
          Math.max(this.#stavesOfParts.get(this.#part) ?? 1, Number.parseInt(this.#text, 10) || 1),
        );
        break;
      case 'text':
        if (this.#path.at(-1) === 'lyric') this.#lyric += this.#text;
        break;
      case 'elision':
        this.#lyric += this.#text === '' ? ' ' : this.#text;
        break;
      case 'lyric':
        this.#note?.lyrics.push(this.#lyric);
        break;
      case 'work-title':
      case 'movement-title':
        this.#counter.title ||= this.#text;
        break;
      case 'note':
        this.#closeNote();
        break;
      default:
    }
    this.#text = '';
  }

  text(value: string): void {
    this.#text += value;
  }

  finish(): WrittenMusic {
    if (this.#isTimewise) this.#counter.measures = this.#measures;
    for (const staves of this.#stavesOfParts.values()) this.#counter.staves += staves;
    return this.#counter.finish();
  }

  #openPart(id: string): void {
    this.#part = id;
    if (!this.#isTimewise) this.#measures = 0;
    if (!this.#stavesOfParts.has(id)) this.#stavesOfParts.set(id, 1);
  }

  #closeNote(): void {
    const note = this.#note;
    this.#note = undefined;
    if (!note) return;
    for (const text of note.lyrics) this.#counter.lyric(text);
    if (!note.isRest) this.#counter.note({ isProlonged: note.isProlonged });
  }
}
