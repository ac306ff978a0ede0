import type { RunContext } from '../../contract/codec.ts';
import { isHarmlessLink, warnOfLinks, warnOfOutsideImages } from '../../content/drawing/links.ts';

const HREF = / xlink:href="([^"]*)"/g;
/** A style sheet of somebody else's, which a viewer would fetch. */
const STYLE_SHEET = /<\?xml-stylesheet[^>]*\?>\s*/g;
const IMAGE = /\bimage\s*=|<img\b/i;

/** The drawing without scripts in its links and without anything that is fetched. */
export function safeDrawing(svg: string, dot: string, context: RunContext): string {
  if (IMAGE.test(dot)) warnOfOutsideImages('graph', context);
  let dropped = 0;
  const safe = svg.replaceAll(STYLE_SHEET, '').replaceAll(HREF, (attribute, target: string) => {
    if (isHarmlessLink(target.replaceAll(/&#(?:9|10|13|x9|xa|xd);/gi, ''))) return attribute;
    dropped++;
    return '';
  });
  warnOfLinks('graph', dropped, context);
  return safe;
}
