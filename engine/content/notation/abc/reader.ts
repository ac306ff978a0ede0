import { ConversionError } from '../../../contract/errors.ts';
import type { Limits } from '../../../contract/limits.ts';
import { decodeText } from '../../../io/text-encoding.ts';
import { parseClef, parseKey, parseLength, parseMeter, parseOctaves, parseTempo } from './fields.ts';
import { alignLyrics } from './lyrics.ts';
import type { Clef, Tune } from './model.ts';
import { readMusicLine, USUAL_SYMBOLS } from './music.ts';
import { plainText } from './text.ts';
import { VoiceReader, type Settings } from './voice.ts';

/* ABC notation 2.1 (abcnotation.com/wiki/abc:standard:v2.1). */

/** Voices of one tune: an orchestra has about forty. */
const MOST_VOICES = 100;
/** Measures of one voice. */
const MOST_MEASURES = 20_000;
/** Kinds of signs that a message can list. */
const MOST_UNKNOWN = 20;
/** Letters of fields; what else looks like a field is music (`d:|`). */
const FIELD = /^([A-Za-z+]):(.*)$/;
const MUSIC_LETTERS = /^[A-Ga-gxyz]:+\s*(?:[|\]:]|$)/;

/** Reads all tunes of a file. Throws `input_corrupt` where there is none, `input_too_complex` beyond the limits. */
export function readAbc(bytes: Uint8Array, limits: Limits): Tune[] {
  const lines = decodeText(bytes).text.split(/\r\n?|\n/);
  const tunes: Tune[] = [];
  const defaults: string[] = [];
  let tune: TuneReader | undefined;
  const close = (): void => {
    if (tune?.hasMusic) tunes.push(tune.finish());
    tune = undefined;
  };
  for (const raw of lines) {
    const line = withoutComment(raw);
    if (line.startsWith('X:')) {
      close();
      if (tunes.length >= limits.pages) throw tooMany('tunes', limits.pages);
      tune = new TuneReader();
      for (const each of defaults) tune.read(each);
    } else if (line === '' && raw.trim() === '') {
      // An empty line ends a tune; one in the header of a tune is a mistake that many files have.
      if (tune?.hasMusic) close();
    } else if (tune) tune.read(line);
    else if (tunes.length === 0 && FIELD.test(line)) defaults.push(line);
  }
  close();
  if (tunes.length === 0) {
    const message = 'The file in ABC notation holds no tune: each begins with X: and has notes below its key K:.';
    throw new ConversionError({ code: 'input_corrupt', message });
  }
  return tunes;
}

function withoutComment(line: string): string {
  const text = line.replace(/(?<!\\)%.*$/, '').trimEnd();
  return text.trim() === '' ? '' : text;
}

function tooMany(limit: string, allowed: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `The file in ABC notation has more than ${allowed.toLocaleString('en')} ${limit}. Divide it.`,
    details: { limit, allowed },
  });
}

class TuneReader {
  readonly #titles: string[] = [];
  readonly #composers: string[] = [];
  readonly #words: string[] = [];
  readonly #unknown = new Map<string, number>();
  readonly #symbols = new Map(USUAL_SYMBOLS);
  readonly #voices = new Map<string, VoiceReader>();
  #rhythm = '';
  #settings: Settings = { key: { fifths: 0, mode: 'none', others: new Map() }, meter: undefined, unit: undefined };
  #clef: Clef | undefined;
  #octaves = 0;
  #tempo: string | undefined;
  #voice: VoiceReader | undefined;
  /** K: ends the header. */
  #isInBody = false;
  /** What a line `+:` goes on with. */
  #lastField = '';

  get hasMusic(): boolean {
    return [...this.#voices.values()].some(({ measures, line }) => measures > 1 || line.length > 0);
  }

  read(line: string): void {
    const field = MUSIC_LETTERS.test(line) ? null : FIELD.exec(line);
    if (field) {
      const name = field[1] === '+' ? this.#lastField : field[1]!;
      this.#lastField = name;
      this.#field(name, field[2]!.trim());
    } else if (this.#isInBody && line.trim() !== '') this.#music(line);
  }

  finish(): Tune {
    const [title = '', ...subtitles] = this.#titles;
    return {
      ...{ title, subtitles, composer: this.#composers.join(', '), rhythm: this.#rhythm },
      voices: [...this.#voices.values()].map((voice) => voice.finish()),
      words: this.#words,
      unknown: this.#unknown,
    };
  }

  #music(line: string): void {
    const voice = this.#current();
    voice.line = [];
    voice.verse = 0;
    this.#voice = readMusicLine(line, voice, {
      field: (name, value) => {
        this.#field(name, value.trim());
        return this.#current();
      },
      symbols: this.#symbols,
      unknown: (sign) => this.#tellUnknown(sign),
    });
    // Voices side by side need the same measures.
    if (this.#voices.size === 1) this.#voice.endLine();
    if (this.#voice.measures > MOST_MEASURES) throw tooMany('measures', MOST_MEASURES);
  }

  #current(): VoiceReader {
    this.#voice ??= this.#voiceOf('1');
    return this.#voice;
  }

  #voiceOf(id: string): VoiceReader {
    const known = this.#voices.get(id);
    if (known) return known;
    if (this.#voices.size >= MOST_VOICES) throw tooMany('voices', MOST_VOICES);
    const voice = new VoiceReader(id, this.#settings, this.#clef);
    voice.octaves = this.#octaves;
    if (this.#voices.size === 0 && this.#tempo !== undefined)
      voice.change({ kind: 'tempo', tempo: parseTempo(this.#tempo, voice.unit) });
    this.#voices.set(id, voice);
    return voice;
  }

  #field(name: string, value: string): void {
    switch (name) {
      case 'T':
        if (this.#isInBody && this.#voice) this.#voice.change({ kind: 'part', text: plainText(value) });
        else if (value !== '') this.#titles.push(plainText(value));
        break;
      case 'C':
        this.#composers.push(plainText(value));
        break;
      case 'R':
        this.#rhythm = plainText(value);
        break;
      case 'W':
        this.#words.push(plainText(value));
        break;
      case 'w':
        this.#lyrics(value);
        break;
      case 'P':
        // In the header it says in which order parts are played.
        if (this.#isInBody) this.#current().change({ kind: 'part', text: plainText(value) });
        break;
      case 'U':
        this.#define(value);
        break;
      case 'V':
        this.#openVoice(value);
        break;
      default:
        this.#setting(name, value);
    }
  }

  /** Keys, meters, lengths and tempos: of the voice that is read, or of all before the music begins. */
  #setting(name: string, value: string): void {
    const voice = this.#isInBody ? this.#current() : undefined;
    if (name === 'K') this.#key(value, voice);
    else if (name === 'M') {
      const meter = parseMeter(value);
      if (meter === null) this.#tellUnknown(`M:${value.slice(0, 20)}`);
      else if (voice) voice.change({ kind: 'meter', meter });
      else this.#settings = { ...this.#settings, meter };
    } else if (name === 'L') {
      const unit = parseLength(value);
      if (unit === undefined) this.#tellUnknown(`L:${value.slice(0, 20)}`);
      else if (voice) voice.setUnit(unit);
      else this.#settings = { ...this.#settings, unit };
    } else if (name === 'Q') {
      if (voice) voice.change({ kind: 'tempo', tempo: parseTempo(value, voice.unit) });
      else this.#tempo = value;
    } else if (name === 'm') this.#tellUnknown('m:');
  }

  #key(value: string, voice: VoiceReader | undefined): void {
    const clef = parseClef(value);
    const octaves = parseOctaves(value);
    const key = parseKey(value);
    if (voice) {
      // Only a clef, or another octave: the key stays.
      if (key && (!/^\s*(clef|octave|middle)\s*=/.test(value) || value.trim() === ''))
        voice.change({ kind: 'key', key });
      if (clef) voice.change({ kind: 'clef', clef });
      if (/octave\s*=/.test(value)) voice.octaves = octaves;
      return;
    }
    if (key) this.#settings = { ...this.#settings, key };
    this.#clef = clef;
    this.#octaves = octaves;
    this.#isInBody = true;
    for (const [id, value_] of this.#pendingVoices) this.#setUpVoice(id, value_);
  }

  /** Voices that the header names before the key: they get it when it is known. */
  readonly #pendingVoices = new Map<string, string>();

  #openVoice(value: string): void {
    const id = /^\S+/.exec(value)?.[0] ?? '1';
    if (id === '*') return;
    const settings = value.slice(id.length);
    if (!this.#isInBody) {
      if (this.#pendingVoices.size >= MOST_VOICES) throw tooMany('voices', MOST_VOICES);
      this.#pendingVoices.set(id, `${this.#pendingVoices.get(id) ?? ''} ${settings}`);
      return;
    }
    this.#setUpVoice(id, settings);
    this.#voice = this.#voices.get(id);
  }

  #setUpVoice(id: string, settings: string): void {
    const voice = this.#voiceOf(id);
    const clef = parseClef(settings);
    if (clef) voice.change({ kind: 'clef', clef });
    if (/\boctave\s*=/.test(settings)) voice.octaves = parseOctaves(settings);
    const name = /\b(?:name|nm)\s*=\s*(?:"([^"]*)"|(\S+))/.exec(settings);
    if (name) voice.voice.name = plainText(name[1] ?? name[2] ?? '').replaceAll('\\n', ' ');
  }

  #lyrics(value: string): void {
    const voice = this.#voice;
    if (!voice) return;
    voice.verse++;
    alignLyrics(plainText(value, { keepsHyphens: true }), voice.line, voice.verse);
  }

  #define(value: string): void {
    const match = /^([h-wH-W~])\s*=\s*[!"+]([^!"+]*)[!"+]/.exec(value);
    if (match) this.#symbols.set(match[1]!, match[2]!);
  }

  #tellUnknown(sign: string): void {
    if (this.#unknown.size < MOST_UNKNOWN || this.#unknown.has(sign))
      this.#unknown.set(sign, (this.#unknown.get(sign) ?? 0) + 1);
  }
}
