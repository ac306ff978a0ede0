import { transformBox } from '../../../content/pages/geometry.ts';
import { frameMatrix } from '../layout/turned-text.ts';
import type { WriterContext } from './writer-context.ts';

/**
 * The page as turned text sees it: its links and marked words are in the frame in which the text is upright. Lines
 * are left out: they would be those under other text.
 */
export function turnedContext(context: WriterContext, pageIndex: number, rotation: number): WriterContext {
  const page = context.pages[pageIndex]!;
  const toFrame = frameMatrix(rotation);
  const links = page.links.map((link) => ({ ...link, ...transformBox(toFrame, link) }));
  const fills = page.fills.map((fill) => ({ ...fill, ...transformBox(toFrame, fill) }));
  return { ...context, pages: context.pages.with(pageIndex, { ...page, links, fills, rules: [] }) };
}
