import { difference, type Difference } from '../../../contract/differences.ts';
import type { OutlineBlock, OutlineLink } from '../../../contract/outline.ts';
import { placeOf } from './places.ts';

const ADDRESS = /^(?:https?|ftp|mailto|tel):/i;

/** Links out of the document: each address as often as the source has it, by the text that leads there. */
export function* diffLinks(source: readonly OutlineBlock[], result: readonly OutlineBlock[]): Generator<Difference> {
  const left = new Map<string, number>();
  const byText = new Map<string, string>();
  const leading = new Map<string, Set<string>>();
  for (const { links = [] } of result) {
    for (const { text, href } of links) {
      const key = keyOf(href);
      left.set(key, (left.get(key) ?? 0) + 1);
      byText.set(text.trim(), href);
      const known = leading.get(text.trim());
      if (known) known.add(key);
      else leading.set(text.trim(), new Set([key]));
    }
  }
  const wanted = new Set<string>();
  for (const [index, { links = [], place }] of source.entries()) {
    if (place === 'unshown' || place === 'speaker' || place === 'margin') continue;
    for (const link of links) {
      if (!ADDRESS.test(link.href)) continue;
      const key = keyOf(link.href);
      // A format may join links that lead to the same place, or part them.
      const isThere = (left.get(key) ?? 0) > 0;
      const elsewhere = link.text.trim() === '' ? undefined : leading.get(link.text.trim());
      // What the same text leads to in the result is another address, though others lead to this one.
      if (isThere && elsewhere && !elsewhere.has(key))
        yield difference('link_target', placeOf(source, index), {
          expected: link.href,
          found: byText.get(link.text.trim())!,
          severity: 'tell',
        });
      if (isThere || wanted.has(key)) continue;
      wanted.add(key);
      yield missingLink(link, byText.get(link.text.trim()), placeOf(source, index));
    }
  }
}

function missingLink({ text, href }: OutlineLink, found: string | undefined, place: Difference['place']): Difference {
  if (found !== undefined && text.trim() !== '') return difference('link_target', place, { expected: href, found });
  return difference('link_missing', place, { expected: href });
}

/** Addresses as they are, whatever is escaped in them. */
function keyOf(href: string): string {
  const plain = href.trim().replace(/\/(?=$|[?#])/, '');
  try {
    return decodeURIComponent(plain).toLowerCase();
  } catch {
    return plain.toLowerCase();
  }
}
