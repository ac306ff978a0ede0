/** A4, in tenths of a millimetre: the unit of the library. */
export const PAGE = { width: 2100, height: 2970 } as const;

/** Symbols that stand in texts (SMuFL 1.4), as the characters of Unicode. */
const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['\uE260', '♭'],
  ['\uE261', '♮'],
  ['\uE262', '♯'],
  ['\uECA3', '\u{1D15E}'],
  ['\uECA5', '♩'],
  ['\uECA7', '♪'],
  ['\uECB7', '.'],
]);

/** A page of the library in its real size, with texts that need no font for music. */
export function readableDrawing(svg: string): string {
  return (
    svg
      .replace(/^<svg /, `<svg width="${PAGE.width / 10}mm" height="${PAGE.height / 10}mm" `)
      // Names of parts of the header, within texts that renderers would place wrongly.
      .replace(/\s*<title class="labelAttr">[^<]*<\/title>/g, '')
      .replaceAll('font-family="Leipzig"', 'font-family="Times, serif"')
      .replace(/[\uE000-\uF8FF]/g, (symbol) => SYMBOLS.get(symbol) ?? symbol)
  );
}
