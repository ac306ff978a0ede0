import type { Edit } from './markup.ts';
import type { Survey } from './survey.ts';

export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink';

/** Namespaces that drawings written by hand forget: without them nothing would be drawn. */
export function namespaceEdits({ source, root }: Survey): Edit[] {
  const tag = source.slice(root.start, root.end);
  const added: string[] = [];
  if (tag.startsWith('<svg') && !/\sxmlns\s*=/.test(tag)) added.push(` xmlns="${SVG_NAMESPACE}"`);
  if (source.includes('xlink:') && !source.includes('xmlns:xlink')) added.push(` xmlns:xlink="${XLINK_NAMESPACE}"`);
  const at = root.start + (/^<[^\s/>]+/.exec(tag)?.[0].length ?? 0);
  return added.length === 0 ? [] : [{ start: at, end: at, replacement: added.join('') }];
}
