import { type Box, transformBox } from '../../../content/pages/geometry.ts';
import { frameMatrix } from '../layout/turned-text.ts';
import type { WriterContext } from './writer-context.ts';

/**
 * The page as turned text sees it: its links, fields and marked words are in the frame in which the text is upright. Lines
 * are left out: they would be those under other text.
 */
export function turnedContext(context: WriterContext, pageIndex: number, rotation: number): WriterContext {
  const page = context.pages[pageIndex]!;
  const toFrame = frameMatrix(rotation);
  const turn = <T extends Box>(box: T): T => ({ ...box, ...transformBox(toFrame, box) });
  const turned = { links: page.links.map(turn), fills: page.fills.map(turn), fields: page.fields?.map(turn) ?? [] };
  return { ...context, pages: context.pages.with(pageIndex, { ...page, ...turned, rules: [] }) };
}
