/** The upper half of code page 437, in which ZIP names are written when they are not marked as UTF-8. */
const CODE_PAGE_437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The name of a ZIP entry with forward slashes. Many programs write UTF-8 without marking it, so that is tried before
 * code page 437. The name is for people and look-ups; it is not safe as a path.
 */
export function decodeEntryName(bytes: Uint8Array, markedUtf8: boolean): string {
  return decode(bytes, markedUtf8).replaceAll('\\', '/');
}

function decode(bytes: Uint8Array, markedUtf8: boolean): string {
  if (markedUtf8) return new TextDecoder().decode(bytes);
  try {
    return strictUtf8.decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : CODE_PAGE_437[byte - 0x80])).join('');
  }
}
