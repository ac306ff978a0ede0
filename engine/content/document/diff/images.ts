import { difference, type Difference } from '../../../contract/differences.ts';
import type { OutlineBlock } from '../../../contract/outline.ts';
import { align } from './align.ts';

/** Images whose bytes formats keep as they are; drawings are drawn again. */
const KEPT = new Set(['image/png', 'image/jpeg', 'image/gif']);

/** Images of the text: none is missing, and those whose bytes are kept are the same in the same order. */
export function* diffImages(source: readonly OutlineBlock[], result: readonly OutlineBlock[]): Generator<Difference> {
  const expected = imagesOf(source);
  const found = imagesOf(result);
  for (const [index, { isMissing }] of found.entries()) {
    if (isMissing && !expected[index]?.isMissing) yield difference('image_missing', { image: index + 1 });
  }
  const hashes = new Set(found.flatMap(({ hash }) => hash ?? []));
  const known = new Set(expected.flatMap(({ hash }) => hash ?? []));
  const others = found.filter(({ hash }) => hash === undefined || !known.has(hash));
  let replaced = others.length;
  const kept: string[] = [];
  for (const [index, { hash, mimeType, isMissing }] of expected.entries()) {
    if (isMissing) continue;
    if (hash !== undefined && hashes.has(hash)) kept.push(hash);
    else if (replaced === 0) yield difference('image_missing', { image: index + 1 });
    else {
      replaced--;
      if (KEPT.has(mimeType) && others.some((other) => other.mimeType === mimeType))
        yield difference('image_changed', { image: index + 1 });
    }
  }
  yield* diffOrder(
    kept,
    found.flatMap(({ hash }) => hash ?? []),
  );
}

function imagesOf(blocks: readonly OutlineBlock[]): NonNullable<OutlineBlock['picture']>[] {
  return blocks.flatMap(({ picture, place }) =>
    picture && (place === 'body' || place === 'box' || place === 'note') ? [picture] : [],
  );
}

function* diffOrder(expected: readonly string[], found: readonly string[]): Generator<Difference> {
  const once = (list: readonly string[]): string[] =>
    list.filter((hash) => list.indexOf(hash) === list.lastIndexOf(hash));
  const inBoth = new Set(once(expected)).intersection(new Set(once(found)));
  const a = expected.filter((hash) => inBoth.has(hash));
  const b = found.filter((hash) => inBoth.has(hash));
  const ids = new Map(a.map((hash, index) => [hash, index]));
  const places = align(
    Int32Array.from(a.keys()),
    Int32Array.from(b, (hash) => ids.get(hash)!),
  );
  for (const [index, place] of places.entries()) {
    if (place < 0) yield difference('image_order', { image: expected.indexOf(a[index]!) + 1 });
  }
}
