/** The entries of the dictionaries of a Compact Font Format table. Adobe Technical Note 5176, tables 9, 10 and 23. */

/** Text, one number, several, or several of which each is the difference from the one before. */
export type EntryKind = 'text' | 'number' | 'array' | 'delta';

export interface Entry {
  readonly name: string;
  readonly operator: number;
  readonly kind: EntryKind;
}

const entries = (kind: EntryKind, list: string): Entry[] =>
  list.split(' ').map((entry) => {
    const [name = '', operator] = entry.split('=');
    return { name, operator: Number(operator), kind };
  });

/** Operators of two bytes, the first of which is 12, are written as one number here. */
export const TOP_ENTRIES: readonly Entry[] = [
  ...entries('text', 'version=0 Notice=1 Copyright=0x0c00 FullName=2 FontName=0x0c26 FamilyName=3 Weight=4'),
  ...entries('number', 'isFixedPitch=0x0c01 ItalicAngle=0x0c02 UnderlinePosition=0x0c03 UnderlineThickness=0x0c04'),
  ...entries('number', 'PaintType=0x0c05 CharstringType=0x0c06 UniqueID=13 StrokeWidth=0x0c08'),
  ...entries('array', 'FontMatrix=0x0c07 FontBBox=5 XUID=14'),
  ...entries('text', 'PostScript=0x0c15 BaseFontName=0x0c16'),
  ...entries('delta', 'BaseFontBlend=0x0c17'),
  ...entries(
    'number',
    'CIDFontVersion=0x0c1f CIDFontRevision=0x0c20 CIDFontType=0x0c21 CIDCount=0x0c22 UIDBase=0x0c23',
  ),
];

/** What a dictionary of those that glyphs choose from has of its own; the rest is that of the whole font. */
const OWN_ENTRIES: readonly string[] = ['FontName', 'Weight', 'FontMatrix'];
export const FONT_ENTRIES: readonly Entry[] = TOP_ENTRIES.filter(({ name }) => OWN_ENTRIES.includes(name));

export const PRIVATE_ENTRIES: readonly Entry[] = [
  ...entries('delta', 'BlueValues=6 OtherBlues=7 FamilyBlues=8 FamilyOtherBlues=9'),
  ...entries('number', 'BlueScale=0x0c09 BlueShift=0x0c0a BlueFuzz=0x0c0b StdHW=10 StdVW=11'),
  ...entries('delta', 'StemSnapH=0x0c0c StemSnapV=0x0c0d'),
  ...entries('number', 'ForceBold=0x0c0e LanguageGroup=0x0c11 ExpansionFactor=0x0c12 initialRandomSeed=0x0c13'),
  ...entries('number', 'defaultWidthX=20 nominalWidthX=21'),
];

/** Entries that say where other parts are, and of what kind the font is. */
export const OPERATOR = {
  box: 5,
  charset: 15,
  encoding: 16,
  charstrings: 17,
  private: 18,
  subroutines: 19,
  registry: 0x0c1e,
  fontDictionaries: 0x0c24,
  fontSelection: 0x0c25,
} as const;

export const PREDEFINED_ENCODINGS = ['StandardEncoding', 'ExpertEncoding'] as const;
