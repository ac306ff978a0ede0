import { LONE_SURROGATE, OUTSIDE_XML } from '../../../io/xml.ts';
import type { DomElement } from '../html/dom.ts';

/** Text without the characters that XML cannot hold. */
export function withoutForbidden(text: string): string {
  return text.replace(LONE_SURROGATE, '').replace(OUTSIDE_XML, '');
}

/** Addresses of the images in a drawing. */
export function imagesIn(svg: string): string[] {
  const images = svg.match(/<image\b[^>]*>/gi) ?? [];
  return images.flatMap((image) => {
    const address = /\b(?:xlink:)?href\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(image);
    return address ? [(address[1] ?? address[2] ?? '').replaceAll('&amp;', '&')] : [];
  });
}

/** Names that editors of drawings add in vocabularies of their own, which nothing here declares. */
const FOREIGN_ATTRIBUTE = /\s(?!xlink:|xml:|xmlns(?:[:=]))[\w-]+:[\w-]+="[^"]*"/g;
const FOREIGN_ELEMENT = /<\/?[\w-]+:[\w-]+[^>]*>/g;

/** A drawing as a file of its own. */
export function drawingOf(element: DomElement): string {
  const own = element.outerHTML.replace(FOREIGN_ELEMENT, '').replace(FOREIGN_ATTRIBUTE, '');
  const markup = withoutForbidden(own.replaceAll('&nbsp;', '\u00a0'));
  const links =
    /\sxlink:/.test(markup) && !/xmlns:xlink/.test(markup) ? ' xmlns:xlink="http://www.w3.org/1999/xlink"' : '';
  const names = /^<svg[^>]*\sxmlns=/.test(markup) ? '' : ' xmlns="http://www.w3.org/2000/svg"';
  return markup.replace('<svg', `<svg${names}${links}`);
}

const MATH_ATTRIBUTE =
  /\s(?!xmlns[=\s]|display=|mathvariant=|stretchy=|fence=|columnalign=|accent=|width=)[\w:-]+="[^"]*"/g;

/** A formula with its elements of MathML alone: what annotates it is for other programs. */
export function cleanMath(element: DomElement): string {
  const own = element.outerHTML
    .replace(/<(annotation(?:-xml)?|script|style)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<\/?m:/g, (tag) => tag.replace('m:', ''))
    .replace(
      /<(?!\/?m(?:ath|row|i|n|o|s|text|space|frac|sqrt|root|sub|sup|subsup|under|over|underover|multiscripts|prescripts|table|tr|td|style|padded|phantom|fenced|enclose|error)\b|\/?semantics\b)[^>]*>/g,
      '',
    )
    .replace(/<[^>]+>/g, (tag) => tag.replace(MATH_ATTRIBUTE, ''));
  const markup = withoutForbidden(own.replaceAll('&nbsp;', '\u00a0'));
  return /^<math[^>]*\sxmlns=/.test(markup)
    ? markup
    : markup.replace('<math', '<math xmlns="http://www.w3.org/1998/Math/MathML"');
}
