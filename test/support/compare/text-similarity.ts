/** Words in a row that are compared as one: order counts, but one word more or less costs little. */
const SHINGLE = 3;

/** 0 to 1: how much two texts have in common, by runs of three words after normalising spaces and Unicode. */
export function textSimilarity(a: string, b: string): number {
  const one = shinglesOf(a);
  const other = shinglesOf(b);
  const total = sum(one) + sum(other);
  if (total === 0) return 1;
  let common = 0;
  for (const [shingle, count] of one) common += Math.min(count, other.get(shingle) ?? 0);
  return (2 * common) / total;
}

function shinglesOf(text: string): Map<string, number> {
  const words = text.normalize('NFC').split(/\s+/u).filter(Boolean);
  const shingles = new Map<string, number>();
  for (let at = 0; at <= Math.max(0, words.length - SHINGLE); at++) {
    const shingle = words.slice(at, at + SHINGLE).join(' ');
    if (shingle) shingles.set(shingle, (shingles.get(shingle) ?? 0) + 1);
  }
  return shingles;
}

function sum(counts: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}
