import { unzipSync, zipSync } from 'fflate';

/** Changes the text of the parts of a ZIP whose names match; nothing where that changes none of them. */
export function changeParts(
  zip: Uint8Array,
  name: RegExp,
  change: (text: string, name: string) => string,
): Uint8Array | undefined {
  const entries = unzipSync(zip);
  let isChanged = false;
  for (const [entry, bytes] of Object.entries(entries)) {
    if (!name.test(entry)) continue;
    const text = Buffer.from(bytes).toString();
    const changed = change(text, entry);
    isChanged ||= changed !== text;
    entries[entry] = Buffer.from(changed);
  }
  return isChanged ? zipSync(entries) : undefined;
}

/** Packs a ZIP again without a change. */
export function packAgain(zip: Uint8Array): Uint8Array {
  return zipSync(unzipSync(zip), { level: 1 });
}

/** Two entries with each other's content. */
export function exchangeParts(zip: Uint8Array, name: RegExp): Uint8Array | undefined {
  const entries = unzipSync(zip);
  const [first, second] = Object.keys(entries)
    .filter((entry) => name.test(entry))
    .sort();
  if (first === undefined || second === undefined) return undefined;
  return zipSync({ ...entries, [first]: entries[second]!, [second]: entries[first]! });
}

/** The n-th match (from 0) of a pattern with something else in its place. */
export function replaceNth(text: string, pattern: RegExp, index: number, change: (match: string) => string): string {
  let seen = 0;
  return text.replace(pattern, (match) => (seen++ === index ? change(match) : match));
}

/** Two matches of a pattern at each other's places. */
export function exchangeMatches(text: string, pattern: RegExp, a: number, b: number): string {
  const matches = text.match(pattern) ?? [];
  const [first, second] = [matches[a], matches[b]];
  if (first === undefined || second === undefined || first === second) return text;
  let seen = 0;
  return text.replace(pattern, (match) => {
    const index = seen++;
    return index === a ? second : index === b ? first : match;
  });
}
