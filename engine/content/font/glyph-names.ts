/**
 * Characters by the names that PostScript fonts give their glyphs, as the Adobe Glyph List has them: for the letters of
 * European languages, Greek, and common symbols. https://github.com/adobe-type-tools/agl-specification
 */

/** Names in the order of ASCII, from the space on; digits are spelled out, letters are called by themselves. */
const ASCII =
  'space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft backslash bracketright asciicircum underscore grave a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde'.split(
    ' ',
  );

const SYMBOLS: Readonly<Record<string, string>> = named(
  'exclamdown ¡ cent ¢ sterling £ currency ¤ yen ¥ brokenbar ¦ section § dieresis ¨ copyright © ordfeminine ª guillemotleft « logicalnot ¬ registered ® macron ¯ degree ° plusminus ± acute ´ mu µ paragraph ¶ periodcentered · cedilla ¸ ordmasculine º guillemotright » onequarter ¼ onehalf ½ threequarters ¾ questiondown ¿ multiply × divide ÷ AE Æ ae æ Oslash Ø oslash ø Eth Ð eth ð Thorn Þ thorn þ germandbls ß OE Œ oe œ Lslash Ł lslash ł Dcroat Đ dcroat đ Hbar Ħ hbar ħ Tbar Ŧ tbar ŧ Eng Ŋ eng ŋ dotlessi ı kgreenlandic ĸ longs ſ florin ƒ circumflex ˆ caron ˇ breve ˘ dotaccent ˙ ring ˚ ogonek ˛ tilde ˜ hungarumlaut ˝ endash – emdash — quoteleft ‘ quoteright ’ quotesinglbase ‚ quotedblleft “ quotedblright ” quotedblbase „ dagger † daggerdbl ‡ bullet • ellipsis … perthousand ‰ guilsinglleft ‹ guilsinglright › fraction ⁄ Euro € trademark ™ partialdiff ∂ Delta ∆ product ∏ summation ∑ minus − radical √ infinity ∞ integral ∫ approxequal ≈ notequal ≠ lessequal ≤ greaterequal ≥ lozenge ◊ fi ﬁ fl ﬂ ff ﬀ ffi ﬃ ffl ﬄ nbspace \u00a0 nonbreakingspace \u00a0 softhyphen \u00ad onesuperior ¹ twosuperior ² threesuperior ³ Omega Ω zerosuperior ⁰ foursuperior ⁴ fivesuperior ⁵ sixsuperior ⁶ sevensuperior ⁷ eightsuperior ⁸ ninesuperior ⁹ zeroinferior ₀ oneinferior ₁ twoinferior ₂ threeinferior ₃ fourinferior ₄ fiveinferior ₅ sixinferior ₆ seveninferior ₇ eightinferior ₈ nineinferior ₉ oneeighth ⅛ threeeighths ⅜ fiveeighths ⅝ seveneighths ⅞ underscoredbl ‗ quotereversed ‛ overscore ¯ mu1 µ middot · estimated ℮ arrowleft ← arrowup ↑ arrowright → arrowdown ↓',
);

const GREEK: Readonly<Record<string, string>> = named(
  'Alpha Α Beta Β Gamma Γ Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ Omicron Ο Pi Π Rho Ρ Sigma Σ Tau Τ Upsilon Υ Phi Φ Chi Χ Psi Ψ alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ nu ν xi ξ omicron ο pi π rho ρ sigma σ sigma1 ς tau τ upsilon υ phi φ chi χ psi ψ omega ω',
);

/** Accents in the names of letters with them: `Aacute`, `scedilla`. */
const ACCENTS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circumflex: '\u0302',
  tilde: '\u0303',
  macron: '\u0304',
  breve: '\u0306',
  dotaccent: '\u0307',
  dot: '\u0307',
  dieresis: '\u0308',
  ring: '\u030a',
  hungarumlaut: '\u030b',
  caron: '\u030c',
  commaaccent: '\u0327',
  cedilla: '\u0327',
  ogonek: '\u0328',
};
const ACCENTED = new RegExp(`^([A-Za-z])(${Object.keys(ACCENTS).join('|')})$`);
/** Letters with a comma below, which Unicode keeps apart from those with a cedilla. */
const COMMA_BELOW: Readonly<Record<string, string>> = named('Scommaaccent Ș scommaaccent ș');
const HEX_NAME = /^(?:uni([0-9A-F]{4})|u([0-9A-F]{4,6}))$/;

function named(pairs: string): Record<string, string> {
  const words = pairs.split(' ');
  return Object.fromEntries(words.flatMap((word, index) => (index % 2 === 0 ? [[word, words[index + 1]!]] : [])));
}

/** The character of a glyph name, or undefined for `.notdef`, for alternates (`a.sc`) and names of nobody's. */
export function characterOfGlyphName(name: string): number | undefined {
  const ascii = ASCII.indexOf(name);
  if (ascii >= 0) return 0x20 + ascii;
  const known = find(SYMBOLS, name) ?? find(GREEK, name) ?? find(COMMA_BELOW, name);
  if (known !== undefined) return known.codePointAt(0);
  const [, short, long] = HEX_NAME.exec(name) ?? [];
  if (short ?? long) return Number.parseInt((short ?? long)!, 16);
  const [, letter = '', accent = ''] = ACCENTED.exec(name) ?? [];
  const composed = `${letter}${ACCENTS[accent] ?? ''}`.normalize('NFC');
  return accent !== '' && composed.length === 1 ? composed.codePointAt(0) : undefined;
}

function find(names: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined;
}
