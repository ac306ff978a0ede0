import { escapeXmlAttribute } from '../../io/xml.ts';
import { familyFor, similarFamily, splitFamilies } from '../font/families.ts';
import { familyNameOf } from '../font/tables.ts';
import { isOpenType } from '../font/sfnt.ts';
import {
  DEFAULT_FAMILY,
  facesOf,
  fallbacksFor,
  readFont,
  type FontFace,
  type ShippedFamily,
} from '../font/shipped-fonts.ts';
import type { Edit } from './markup.ts';
import { embeddedFonts, rewriteFonts } from './style-sheet.ts';
import type { FontUse, Survey } from './survey.ts';

/** The fonts that a drawing needs, and what must change in it so that it finds them. */
export interface FittedFonts {
  readonly edits: readonly Edit[];
  readonly files: readonly Uint8Array[];
  /** Those of them that come with the engine. */
  readonly faces: readonly FontFace[];
  /** Families that the drawing asks for and that others stand in for. */
  readonly substituted: readonly string[];
  /** Characters of its text that no font here has. */
  readonly missing: readonly string[];
}

const NONE: FittedFonts = { edits: [], files: [], faces: [], substituted: [], missing: [] };

/**
 * Finds the fonts of a drawing: the library knows neither generic families nor other names than those in the font
 * files, so that the names are written again. Fonts without a use in this drawing are not loaded; those that it brings
 * along are, unless it is told otherwise.
 */
export function fitFonts(survey: Survey, { embedded: takesEmbedded = true } = {}): FittedFonts {
  if (survey.text.trim() === '') return NONE;
  const embedded = readableFonts(takesEmbedded ? survey.fontUses : []);
  const families = new Families(embedded);
  const edits = survey.fontUses.map((use) => ({
    start: use.start,
    end: use.end,
    replacement: escapeXmlAttribute(
      use.kind === 'families' ? families.rename(use.value) : rewriteFonts(use.value, (value) => families.rename(value)),
    ),
  }));
  const own = [...new Set([...families.used, DEFAULT_FAMILY])];
  const { families: added, missing } = fallbacksFor(survey.text, own);
  const hasBold = /bold|weight/i.test(survey.source);
  const hasItalic = /italic|oblique/i.test(survey.source);
  const faces = [...own, ...added]
    .flatMap(facesOf)
    .filter(({ bold, italic }) => (hasBold || !bold) && (hasItalic || !italic));
  return {
    edits,
    faces,
    files: [...[...embedded.values()].map(({ bytes }) => bytes), ...faces.map(readFont)],
    substituted: [...families.substituted],
    missing: embedded.size > 0 ? [] : missing, // fonts that are brought along are not looked into
  };
}

interface ReadableFont {
  readonly bytes: Uint8Array;
  /** The family as the file spells it, which need not be the one that the style sheet gives it. */
  readonly family: string;
}

/** By lower-case family of the style sheet: the fonts brought along that the library can read. */
function readableFonts(uses: readonly FontUse[]): Map<string, ReadableFont> {
  const fonts = new Map<string, ReadableFont>();
  for (const { kind, value } of uses) {
    if (kind !== 'sheet') continue;
    for (const { family: name, bytes } of embeddedFonts(value)) {
      const family = safeFamilyName(bytes);
      if (family !== undefined) fonts.set(name.toLowerCase(), { bytes, family });
    }
  }
  return fonts;
}

function safeFamilyName(font: Uint8Array): string | undefined {
  if (!isOpenType(font)) return undefined;
  try {
    const name = familyNameOf(font);
    return name !== undefined && /^[\p{L}\p{N} _-]+$/u.test(name) ? name : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined; // truncated
    throw error;
  }
}

/** Maps the families that a drawing names to those that are there. */
class Families {
  readonly used = new Set<ShippedFamily>();
  readonly substituted = new Set<string>();
  readonly #embedded: ReadonlyMap<string, ReadableFont>;

  constructor(embedded: ReadonlyMap<string, ReadableFont>) {
    this.#embedded = embedded;
  }

  /** A list of families that are all there, for one that may name any. */
  rename(list: string): string {
    const names = splitFamilies(list);
    if (names.length === 0 || /^(?:inherit|initial|unset)$/i.test(list.trim())) return list;
    const found: string[] = [];
    for (const name of names) {
      const family = this.#embedded.get(name.toLowerCase())?.family ?? this.#shipped(name);
      if (family !== undefined) found.push(family);
      else if (found.length === 0) this.substituted.add(name);
    }
    if (found.length === 0) found.push(this.#use(similarFamily(names[0]!)));
    return [...new Set(found)].map((family) => `'${family}'`).join(', ');
  }

  #shipped(name: string): ShippedFamily | undefined {
    const family = familyFor(name);
    return family && this.#use(family);
  }

  #use(family: ShippedFamily): ShippedFamily {
    this.used.add(family);
    return family;
  }
}
