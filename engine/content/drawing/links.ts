/** Places that a link may lead to: pages, mail, and places beside the drawing. Anything with another scheme is none. */
const HARMLESS = /^(?:https?:|mailto:|[^:]*$)/i;

/** Whether an address leads to a page and runs no program. White space and control characters hide no scheme. */
export function isHarmlessLink(address: string): boolean {
  // oxlint-disable-next-line no-control-regex -- browsers leave them out
  return HARMLESS.test(address.replaceAll(/[\u0000-\u0020]/g, ''));
}
