/**
 * The characters of the first glyphs of TrueType fonts from the third on, in the order of Macintosh (the table `post`,
 * format 1), which most fonts of Windows have as well. What is not embedded and names its glyphs by their numbers means
 * these.
 */
const FIRST_GLYPH = 3;
const FIRST_PRINTABLE = 0x20;
const LAST_OF_ASCII = 0x7e;
const BEYOND_ASCII =
  'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄¤‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇŁłŠšŽž¦ÐðÝýÞþ−×¹²³½¼¾₣ĞğİŞşĆćČčđ';
const NO_CHARACTER = '\uf8ff';

export function characterInUsualOrder(glyph: number): string | undefined {
  const code = glyph - FIRST_GLYPH + FIRST_PRINTABLE;
  if (glyph < FIRST_GLYPH) return undefined;
  if (code <= LAST_OF_ASCII) return String.fromCharCode(code);
  const text = BEYOND_ASCII[code - LAST_OF_ASCII - 1];
  return text === NO_CHARACTER ? undefined : text;
}
