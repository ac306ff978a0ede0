import type { RunContext } from '../../contract/codec.ts';
import { isHarmlessLink } from '../../content/drawing/links.ts';

const HREF = / xlink:href="([^"]*)"/g;
/** A style sheet of somebody else's, which a viewer would fetch. */
const STYLE_SHEET = /<\?xml-stylesheet[^>]*\?>\s*/g;
const IMAGE = /\bimage\s*=|<img\b/i;

/** The drawing without scripts in its links and without anything that is fetched. */
export function safeDrawing(svg: string, dot: string, context: RunContext): string {
  if (IMAGE.test(dot)) {
    context.warn({
      code: 'picture_dropped',
      message: 'The graph names images in other files, which are not read; their places are left empty.',
      lost: ['figures'],
    });
  }
  let dropped = 0;
  const safe = svg.replaceAll(STYLE_SHEET, '').replaceAll(HREF, (attribute, target: string) => {
    if (isHarmlessLink(target.replaceAll(/&#(?:9|10|13|x9|xa|xd);/gi, ''))) return attribute;
    dropped++;
    return '';
  });
  if (dropped > 0) {
    context.warn({
      code: 'link_dropped',
      message: `${dropped} links of the graph lead to programs instead of pages; they were left out.`,
      details: { links: dropped },
    });
  }
  return safe;
}
