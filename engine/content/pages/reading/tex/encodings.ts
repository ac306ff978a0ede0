/**
 * Which characters the codes of TeX's fonts are: the encodings of Knuth's Computer Modern (OT1, OML, OMS, OMX) and of the
 * European fonts (T1, TS1), as the LaTeX font encodings guide (encguide.pdf) lists them. Fonts made of bitmaps, and
 * programs that rewrite PDFs, leave nothing but these codes.
 */
export type TexEncoding = 'OT1' | 'OT1-typewriter' | 'T1' | 'TS1' | 'OML' | 'OMS' | 'OMX';

/** Parts of symbols that are no characters of their own. */
const NONE = '';

const GREEK_CAPITALS = 'ΓΔΘΛΞΠΣΥΦΨΩ';
type Table = readonly (string | undefined)[];

const ASCII: Table = Array.from({ length: 128 }, (_, code) =>
  code > 0x20 && code < 0x7f ? String.fromCharCode(code) : undefined,
);
const LIGATURES = ['ff', 'fi', 'fl', 'ffi', 'ffl'];

/** A table by code: `from` with the characters of `pieces` from their codes on. */
function tableOf(from: Table, ...pieces: readonly (readonly [code: number, characters: Iterable<string>])[]): Table {
  const table = [...from];
  for (const [code, characters] of pieces) {
    let at = code;
    for (const character of characters) table[at++] = character;
  }
  return table;
}

const QUOTED_ASCII = tableOf(ASCII, [39, '’'], [96, '‘']);
const OT1 = tableOf(
  QUOTED_ASCII,
  [0, GREEK_CAPITALS],
  [11, LIGATURES],
  [16, 'ıȷ`´ˇ˘¯˚¸ßæœøÆŒØ'],
  [34, '”'],
  [60, '¡=¿'],
  [92, '“]ˆ˙'],
  [123, '–—˝˜¨'],
);
const OT1_TYPEWRITER = tableOf(OT1, [11, "↑↓'¡¿"], [34, '"'], [60, '<=>'], [92, '\\]^_'], [123, '{|}~¨']);
const T1 = tableOf(
  QUOTED_ASCII,
  [0, '`´ˆ˜¨˝˚ˇ˘¯˙¸˛‚‹›“”„«»–—'],
  [25, 'ıȷ'],
  [27, LIGATURES],
  [127, '-'],
  [128, 'ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§'],
  [160, 'ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£'],
  [192, 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞẞ'],
  [224, 'àáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß'],
);
const TS1 = tableOf(
  [],
  [0, '`´ˆ˜¨˝˚ˇ˘¯˙¸˛‚'],
  [18, '„'],
  [21, '–—'],
  [24, '←→'],
  [36, '$'],
  [39, "'"],
  [42, '∗'],
  [44, ',⹀.⁄0123456789'],
  [60, '⟨−⟩'],
  [77, '℧'],
  [79, '◯'],
  [87, 'Ω'],
  [91, '⟦'],
  [93, '⟧↑↓`'],
  [98, '⋆⚮✝'],
  [108, '☘⚭♪'],
  [126, '~⹀'],
  [128, '˘ˇ˝\u030f†‡‖‰•℃$¢ƒ₡₩₦₲₱₤℞‽⸘₫™‱¶฿№⁒℮◦℠'],
  [160, '⁅⁆¢£¤¥¦§¨©ª\u{1f12f}¬℗®¯°±²³´µ¶·※¹º√¼½¾€'],
  [214, '×'],
  [246, '÷'],
);
const OML = tableOf(
  ASCII,
  [0, GREEK_CAPITALS],
  [11, 'αβγδϵζηθικλμνξπρστυϕχψωεϑϖϱςφ↼↽⇀⇁'],
  [44, [NONE, NONE]],
  [46, '▷◁0123456789.,</>⋆∂'],
  [91, '♭♮♯⌣⌢ℓ'],
  [123, 'ıȷ℘'],
  [126, '\u20d7'],
);
const OMS = tableOf(
  ASCII,
  [0, '−·×∗÷⋄±∓⊕⊖⊗⊘⊙◯◦•≍≡⊆⊇≤≥≼≽∼≈⊂⊃≪≫≺≻←→↑↓↔↗↘≃⇐⇒⇑⇓⇔↖↙∝′∞∈∋△▽'],
  [54, [NONE, NONE, ...'∀∃¬∅ℜℑ⊤⊥ℵ']],
  [91, '∪∩⊎∧∨⊢⊣⌊⌋⌈⌉{}⟨⟩|‖↕⇕\\≀√⨿∇∫⊔⊓⊑⊒§†‡¶♣♦♥♠'],
);
/** Brackets in four sizes and in pieces, operators in two sizes. Stems of radicals are no characters. */
const OMX = [
  ...'()[]⌊⌋⌈⌉{}⟨⟩|‖/\\',
  ...'()()[]⌊⌋⌈⌉{}⟨⟩/\\',
  ...'()[]⌊⌋⌈⌉{}⟨⟩/\\/\\',
  ...'⎛⎞⎡⎤⎣⎦⎢⎥⎧⎫⎩⎭⎨⎬⎪|',
  ...'⎝⎠⎜⎟⟨⟩⊔⊔∮∮⨀⨀⨁⨁⨂⨂',
  ...'∑∏∫⋃⋂⨄⋀⋁∑∏∫⋃⋂⨄⋀⋁',
  ...'∐∐ˆˆˆ˜˜˜[]⌊⌋⌈⌉{}',
  ...['√', '√', '√', '√', '√', NONE, NONE, ...'‖↑↓⏟⏟⏟⏟⇑⇓'],
];

const TABLES: Readonly<Record<TexEncoding, Table>> = {
  OT1,
  'OT1-typewriter': OT1_TYPEWRITER,
  T1,
  TS1,
  OML,
  OMS,
  OMX,
};

/** The character of a code: undefined where there is no glyph, empty where that is no character of its own. */
export function texCharacter(encoding: TexEncoding, code: number): string | undefined {
  return TABLES[encoding][code];
}

/** Encodings by the names of fonts, as TeX's own and their descendants have them. */
const NAMED: readonly (readonly [name: RegExp, encoding: TexEncoding])[] = [
  [/^(?:CMTT|CMITT|CMSLTT|CMVTT|CMTCSC)\d/, 'OT1-typewriter'],
  [/^CM(?:R|B|BX|TI|SL|U|BXTI|BXSL|SS|SSI|SSQ|SSQI|SSBX|SSDC|DUNH|FIB|CSC)\d/, 'OT1'],
  [/^CMMIB?\d|^(?:tx|px)mi\d?$/, 'OML'],
  [/^CMB?SY\d|^(?:tx|px)b?sy$/, 'OMS'],
  [/^CMEX\d|^LMEX|^LMMathExtension|^(?:tx|px)b?ex$|^MTEX/, 'OMX'],
  [/^TC[A-Z]{2}\d{4}$/, 'TS1'],
  [/^(?:EC|SF)[A-Z]{2}\d{4}$/, 'T1'],
];

export function texEncodingOf(fontName: string): TexEncoding | undefined {
  return NAMED.find(([name]) => name.test(fontName))?.[1];
}

/**
 * The character of which a reader that does not know the name of a glyph, such as that of a prime, gave the code: one
 * that the encoding does not have itself. Undefined for all others.
 */
export function texCharacterOfBareCode(encoding: TexEncoding, code: number): string | undefined {
  return TABLES[encoding].includes(String.fromCodePoint(code)) ? undefined : texCharacter(encoding, code);
}
