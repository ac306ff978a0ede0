/** Units of an enhanced path in a point: it holds whole numbers. */
const UNITS = 100;
const MAX_COMMANDS = 20_000;

/**
 * An SVG path of absolute `M L C Q Z` commands as that of a custom shape (ODF 1.3 part 3, 19.145). Anything else in it
 * ends it.
 */
export function enhancedPath(path: string): string {
  const commands: string[] = [];
  for (const { 1: command, 2: numbers } of path.matchAll(/([A-Za-z])([^A-Za-z]*(?:e[-+]?\d[^A-Za-z]*)*)/g)) {
    const arity = ARITIES[command!];
    if (arity === undefined || commands.length >= MAX_COMMANDS) break;
    const values = (numbers!.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []).map((text) =>
      Math.round(Number(text) * UNITS),
    );
    if (values.length < arity || !values.every(Number.isSafeInteger)) break;
    commands.push([command, ...values].join(' '));
  }
  return commands.length === 0 ? '' : `${commands.join(' ')} N`;
}

const ARITIES: Readonly<Record<string, number>> = { M: 2, L: 2, C: 6, Q: 4, Z: 0 };

export function viewBox(width: number, height: number): string {
  return `0 0 ${Math.max(1, Math.round(width * UNITS))} ${Math.max(1, Math.round(height * UNITS))}`;
}
