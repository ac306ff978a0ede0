import type { DomElement } from './html/dom.ts';
import { literal } from './markup.ts';

/** A formula of the page; its text where it is not understood. */
export function formulaOf(element: DomElement): string {
  return literal((element.textContent ?? '').replace(/\s+/g, ' ').trim());
}
