/** Characters that Excel does not take in the names of sheets. */
const UNSAFE = /[\p{Cc}[\]:*?/\\]/gu;
const MAX_CHARS = 31;

/** Names that Excel takes for the sheets of one workbook: short, without some characters, each only once. */
export function excelSheetNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, index) => {
    const safe = name
      .replace(UNSAFE, ' ')
      .replace(/^'+|'+$/g, '')
      .slice(0, MAX_CHARS)
      .trim();
    const unique = uniqueName(safe === '' ? `Sheet${index + 1}` : safe, taken);
    taken.add(unique.toLowerCase());
    return unique;
  });
}

function uniqueName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name.toLowerCase())) return name;
  for (let number = 2; ; number++) {
    const suffix = ` (${number})`;
    const candidate = name.slice(0, MAX_CHARS - suffix.length) + suffix;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}
