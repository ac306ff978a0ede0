import type { RunContext } from '../../contract/codec.ts';

/** Places that a link may lead to: pages, mail, and places beside the drawing. Anything with another scheme is none. */
const HARMLESS = /^(?:https?:|mailto:|[^:]*$)/i;

/** Whether an address leads to a page and runs no program. White space and control characters hide no scheme. */
export function isHarmlessLink(address: string): boolean {
  // oxlint-disable-next-line no-control-regex -- browsers leave them out
  return HARMLESS.test(address.replaceAll(/[\u0000-\u0020]/g, ''));
}

/** Tells of links that were left out; `source` is what they were in. */
export function warnOfLinks(source: string, links: number, context: RunContext): void {
  if (links === 0) return;
  context.warn({
    code: 'link_dropped',
    message: `${links} links of the ${source} lead to programs instead of pages; they were left out.`,
    details: { links },
  });
}

/** Tells that images in other files, which the source names, are not drawn. */
export function warnOfOutsideImages(source: string, context: RunContext): void {
  context.warn({
    code: 'picture_dropped',
    message: `The ${source} names images in other files, which are not read; their places are left empty.`,
    lost: ['figures'],
  });
}
