import { hadRights, isFreeFamily } from '../../font/embedding-rights.ts';
import type { PdfJsFont, PdfJsGlyph } from '../interpreter/page-objects.ts';
import { type FontFace, UNKNOWN_GLYPH, UNMAPPED_GLYPH } from '../model.ts';

/** A glyph as a program has it. */
export interface ProgramGlyph {
  /** Index of the program. */
  readonly program: number;
  /** The character under which the program has it. */
  readonly character: string;
  /** Em. */
  readonly width: number;
}

/** A face of a document with the programs that draw it, of which there may be several: plain data. */
export interface FaceProgram {
  readonly face: FontFace;
  /** Whether the font itself said who may embed it: the PDF has to be asked. */
  asksRights: boolean;
  /** OpenType files, as pdf.js makes them of what is embedded. */
  readonly programs: Uint8Array[];
  /** By the text for which each stands. */
  readonly glyphs: Map<string, ProgramGlyph>;
}

const keys = new WeakMap<FontFace, string>();

/** Equal for faces that look alike: each page has objects of its own. Every glyph asks for it. */
export function faceKey(face: FontFace): string {
  let key = keys.get(face);
  if (key === undefined) keys.set(face, (key = `${face.name} ${face.bold} ${face.italic}`));
  return key;
}

/** More than the fonts of any document in use: what comes after them is not kept. */
const MAX_PROGRAM_BYTES = 32 * 1024 * 1024;

/** Keeps the programs of fonts that others may be allowed to embed, with the glyphs that were shown. */
export class FontPrograms {
  readonly faces = new Map<string, FaceProgram>();
  readonly #isWanted: (face: FontFace) => boolean;
  #bytes = 0;

  constructor(isWanted: (face: FontFace) => boolean) {
    this.#isWanted = isWanted;
  }

  /** What keeps the glyphs of one font; undefined where it is not wanted, has no program or is not known to be free. */
  keeperOf(font: PdfJsFont | undefined, face: FontFace, unit: number): GlyphKeeper | undefined {
    const { data, isType3Font, vertical } = font ?? {};
    if (!data || isType3Font || vertical || face.name === '' || !this.#isWanted(face)) return undefined;
    const asksRights = hadRights(data);
    if (!asksRights && !isFreeFamily(face.name)) return undefined;
    const key = faceKey(face);
    const kept: FaceProgram = this.faces.get(key) ?? { face, asksRights, programs: [], glyphs: new Map() };
    let program = kept.programs.indexOf(data);
    if (program < 0) {
      if (this.#bytes + data.byteLength > MAX_PROGRAM_BYTES) return undefined;
      program = kept.programs.push(data) - 1;
      this.#bytes += data.byteLength;
    }
    this.faces.set(key, kept);
    kept.asksRights ||= asksRights;
    const seen = new Set<string>([UNKNOWN_GLYPH, UNMAPPED_GLYPH]);
    return (text, { fontChar, width = 0, isInFont }) => {
      if (seen.has(text)) return;
      seen.add(text);
      if (fontChar === undefined || isInFont === false || kept.glyphs.has(text)) return;
      kept.glyphs.set(text, { program, character: fontChar, width: width * unit });
    };
  }
}

/** Told of every glyph with its text. */
type GlyphKeeper = (text: string, glyph: PdfJsGlyph) => void;

/** The faces of all parts of a document. */
export function mergePrograms(parts: readonly (readonly FaceProgram[])[]): FaceProgram[] {
  const merged = new Map<string, FaceProgram>();
  for (const { face, asksRights, programs, glyphs } of parts.flat()) {
    const known: FaceProgram = merged.get(faceKey(face)) ?? { face, asksRights, programs: [], glyphs: new Map() };
    merged.set(faceKey(face), known);
    known.asksRights ||= asksRights;
    const first = known.programs.length;
    known.programs.push(...programs);
    for (const [text, glyph] of glyphs)
      if (!known.glyphs.has(text)) known.glyphs.set(text, { ...glyph, program: first + glyph.program });
  }
  return [...merged.values()];
}
