import { bytesOfHex, concatBytes, latin1Of, viewOf } from '../../io/bytes.ts';
import { damaged, tooLarge, truncated } from './sfnt.ts';

/** A PostScript Type 1 font file. Adobe Type 1 Font Format, 1990, chapters 2 and 7. */
interface Type1File {
  /** The part that is not encrypted: what the font is called. */
  readonly header: string;
  /** Decrypted charstrings, by their names in the order of the file. */
  readonly charstrings: ReadonlyMap<string, Uint8Array>;
  readonly subroutines: readonly (Uint8Array | undefined)[];
}

const KEY = { file: 55_665, charstring: 4330 } as const;
/** Random bytes before what is encrypted. */
const LEAD_BYTES = 4;
const SEGMENT = { mark: 0x80, end: 3, headerBytes: 6 } as const;
const MAX_GLYPHS = 65_535;

export function readType1(file: Uint8Array): Type1File {
  const program = file[0] === SEGMENT.mark ? joinedSegments(file) : file;
  const text = latin1Of(program);
  const begin = /\beexec[ \t\r\n]/.exec(text);
  if (!begin) throw damaged('its encrypted part (eexec) is missing');
  const encrypted = program.subarray(begin.index + begin[0].length);
  const body = decrypted(isHex(encrypted) ? fromHex(encrypted) : encrypted, KEY.file, LEAD_BYTES);
  const header = text.slice(0, begin.index);
  return { header, ...partsOf(body) };
}

/** PFB: the parts of the program, each behind its length. */
function joinedSegments(file: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = 0; at + 2 <= file.byteLength && file[at] === SEGMENT.mark && file[at + 1] !== SEGMENT.end;) {
    if (at + SEGMENT.headerBytes > file.byteLength) throw truncated('one of its segments');
    const length = viewOf(file).getUint32(at + 2, true);
    at += SEGMENT.headerBytes;
    if (at + length > file.byteLength) throw truncated('one of its segments');
    parts.push(file.subarray(at, at + length));
    at += length;
  }
  return Uint8Array.from(concatBytes(parts));
}

function isHex(bytes: Uint8Array): boolean {
  return /^\s*[0-9a-f]{4}/i.test(latin1Of(bytes.subarray(0, 16)));
}

function fromHex(bytes: Uint8Array): Uint8Array {
  const digits = latin1Of(bytes).replaceAll(/[^0-9a-f]/gi, '');
  return Uint8Array.from(bytesOfHex(digits.slice(0, digits.length & ~1)));
}

/** The cipher of Type 1 (7.1): its key is known, and every reader undoes it. */
function decrypted(bytes: Uint8Array, key: number, lead: number): Uint8Array {
  const plain = new Uint8Array(bytes.byteLength);
  let r = key;
  for (let at = 0; at < bytes.byteLength; at++) {
    const cipher = bytes[at]!;
    plain[at] = cipher ^ (r >> 8);
    r = ((cipher + r) * 52_845 + 22_719) & 0xffff;
  }
  return plain.subarray(Math.min(lead, plain.byteLength));
}

function partsOf(body: Uint8Array): Pick<Type1File, 'charstrings' | 'subroutines'> {
  const text = latin1Of(body);
  const lead = Number(/\/lenIV\s+(-?\d+)/.exec(text)?.[1] ?? LEAD_BYTES);
  const codeAt = (at: number, length: number): Uint8Array => {
    if (at + length > body.byteLength) throw truncated('one of its glyphs');
    const code = body.subarray(at, at + length);
    return lead < 0 ? code : decrypted(code, KEY.charstring, lead);
  };
  const charstringsAt = text.indexOf('/CharStrings');
  if (charstringsAt < 0) throw damaged('it has no glyphs (CharStrings)');

  const subroutines: (Uint8Array | undefined)[] = [];
  const subroutinesAt = text.indexOf('/Subrs');
  const ofSubroutine = /\s*dup\s+(\d+)\s+(\d+)\s+\S+ /y;
  walk(
    text,
    ofSubroutine,
    subroutinesAt < 0 ? text.length : text.indexOf('dup', subroutinesAt),
    ([, number, length], at) => {
      if (Number(number) < MAX_GLYPHS) subroutines[Number(number)] = codeAt(at, Number(length));
      return Number(length);
    },
  );

  const charstrings = new Map<string, Uint8Array>();
  const ofGlyph = /\s*\/(\S+)\s+(\d+)\s+\S+ /y;
  walk(text, ofGlyph, text.indexOf('/', charstringsAt + 1), ([, name = '', length], at) => {
    charstrings.set(name, codeAt(at, Number(length)));
    if (charstrings.size > MAX_GLYPHS) throw tooLarge('glyphs', MAX_GLYPHS, charstrings.size);
    return Number(length);
  });
  if (charstrings.size === 0) throw damaged('it has no glyphs');
  return { charstrings, subroutines };
}

/** Words between an entry's code and the next entry: `ND`, `|-`, `noaccess put` … */
const BETWEEN = /(?:\s*(?!dup\b)[^\s/]+){0,3}/y;

/** Entries one after another; `take` says how many bytes of code follow each. */
function walk(text: string, entry: RegExp, from: number, take: (match: RegExpExecArray, at: number) => number): void {
  let at = from < 0 ? text.length : from;
  for (;;) {
    entry.lastIndex = at;
    const match = entry.exec(text);
    if (!match) return;
    const code = entry.lastIndex;
    BETWEEN.lastIndex = code + take(match, code);
    BETWEEN.test(text); // matches always, if only nothing
    at = BETWEEN.lastIndex;
  }
}
