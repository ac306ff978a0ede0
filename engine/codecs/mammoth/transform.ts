import type { RunContext } from '../../contract/codec.ts';
import { shapeForMarkdown } from './markdown-tables.ts';

/** The part of mammoth's document model that is changed. */
export interface WordElement {
  readonly type: string;
  readonly children?: readonly WordElement[];
  readonly href?: string | null;
  readonly anchor?: string | null;
}

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const SAFE_SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'ftp']);

/** Takes addresses that could run code or read files out of links, and shapes tables for Markdown if asked to. */
export function prepareDocument(
  document: unknown,
  { context, markdownTables }: { context: RunContext; markdownTables: boolean },
): unknown {
  let droppedLinks = 0;
  const visit = (element: WordElement): WordElement => {
    const children = element.children?.map(visit);
    const changed = children ? { ...element, children } : element;
    if (changed.type === 'hyperlink' && !changed.anchor && !isSafeLink(changed.href ?? '')) {
      droppedLinks++;
      return { type: 'run', children };
    }
    return markdownTables && changed.type === 'table' ? shapeForMarkdown(changed) : changed;
  };
  const result = visit(document as WordElement);
  if (droppedLinks > 0) {
    context.warn({
      code: 'link_dropped',
      message: `${droppedLinks} links without a safe address became plain text.`,
      details: { count: droppedLinks },
    });
  }
  return result;
}

/** Browsers ignore control characters and blanks in front of and inside a scheme, so they do not hide one here. */
export function isSafeLink(href: string): boolean {
  const address = Array.from(href)
    .filter((character) => character > ' ')
    .join('');
  if (address === '') return false;
  const scheme = SCHEME.exec(address)?.[1]?.toLowerCase();
  return scheme === undefined || SAFE_SCHEMES.has(scheme);
}
