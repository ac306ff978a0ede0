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
/** Numbers of the glyphs of ZapfDingbats (`a1` …) that follow each other in Unicode, by the first character of each row. */
const DINGBATS: Readonly<Record<number, string>> = {
  0x2192: '161',
  0x2194: '163 164',
  0x2460: '120 121 122 123 124 125 126 127 128 129',
  0x25a0: '73',
  0x25b2: '76',
  0x25bc: '77',
  0x25c6: '78',
  0x25cf: '71',
  0x25d7: '81',
  0x2605: '35',
  0x260e: '4',
  0x261b: '11',
  0x261e: '12',
  0x2660: '109',
  0x2663: '112',
  0x2665: '110 111',
  0x2701: '1 2 202 3',
  0x2706: '5 119 118 117',
  0x270c: '13 14 15 16 105 17 18 19 20 21 22 23 24 25 26 27 28 6 7 8 9 10 29 30 31 32 33 34',
  0x2729: '36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70',
  0x274d: '72',
  0x274f: '74 203 75 204',
  0x2756: '79',
  0x2758: '82 83 84 97 98 99 100',
  0x2761: '101 102 103 104 106 107 108 89 90 93 94 91 92 205 85 206 86 87 88 95 96',
  0x2776:
    '130 131 132 133 134 135 136 137 138 139 140 141 142 143 144 145 146 147 148 149 150 151 152 153 154 155 156 157 158 159 160',
  0x2798: '196 165 192 166 167 168 169 170 171 172 173 162 174 175 176 177 178 179 193 180 199 181 200 182',
  0x27b1: '201 183 184 197 185 194 198 186 195 187 188 189 190 191',
};
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
  if (/^a\d{1,3}$/.test(name)) return dingbatOf(name.slice(1));
  const [, letter = '', accent = ''] = ACCENTED.exec(name) ?? [];
  const composed = `${letter}${ACCENTS[accent] ?? ''}`.normalize('NFC');
  return accent !== '' && composed.length === 1 ? composed.codePointAt(0) : undefined;
}

function dingbatOf(number: string): number | undefined {
  for (const [first, numbers] of Object.entries(DINGBATS)) {
    const place = numbers.split(' ').indexOf(number);
    if (place >= 0) return Number(first) + place;
  }
  return undefined;
}

function find(names: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined;
}
