import { toSVG } from 'bwip-js/generic';
import { ConversionError } from '../../contract/errors.ts';
import { BARCODE_KINDS, type BarcodeKindId } from '../../content/barcode/kinds.ts';
import { escapeXml } from '../../io/xml.ts';

/** Pixels for each unit of the library's drawing, in which the narrowest bar has two and the square of a QR code four. */
const SCALE = 2;
/** White space around, in the library's points: ten narrow bars, and five squares of a QR code. */
const QUIET_ZONE = 10;

const ROOT = /^<svg viewBox="0 0 (\d+) (\d+)"/;

/** Draws a code in black on white. Throws `unsupported_conversion` for a text that codes of this kind cannot hold. */
export function drawCode(id: BarcodeKindId, text: string): string {
  const { name, writtenAs, texts, linear } = BARCODE_KINDS[id];
  if (texts && !texts.pattern.test(text)) throw unfit(`${name} holds ${texts.described}.`);
  let svg;
  try {
    svg = toSVG({
      bcid: writtenAs,
      text,
      includetext: linear === true,
      padding: QUIET_ZONE,
      backgroundcolor: 'ffffff',
    });
  } catch (error) {
    // The library names everything that a kind of code cannot hold by an error of its own.
    throw unfit(`The text is too long for a ${name}, or its check digit is wrong.`, error);
  }
  const [head, width, height] = ROOT.exec(svg) ?? [];
  if (head === undefined) throw new Error('The library draws codes in another way.');
  const size = `width="${Number(width) * SCALE}" height="${Number(height) * SCALE}"`;
  const title = `<title>${escapeXml(name)}</title>`;
  return `${head} ${size} shape-rendering="crispEdges"${svg.slice(head.length).replace('>', `>${title}`)}`;
}

function unfit(reason: string, cause?: unknown): ConversionError {
  const message = `${reason} Choose another kind with the option barcode, or change the text.`;
  return new ConversionError({ code: 'unsupported_conversion', message }, { cause });
}
