const TAG = /<style>[\s\S]*?<\/style>|<[^>]*>/g;
const DEFINITION = /(--[\w-]+)\s*:\s*([^;"}]+)/g;
/** Rules that hold nothing but definitions, and fonts that a viewer would fetch. */
const DEFINITIONS = /svg\s*\{(?:\s|\/\*[\s\S]*?\*\/|--[\w-]+\s*:[^;}]*;)*\}|@import[^\n]*\n|--[\w-]+\s*:[^;"}]*;/g;
/** Innermost: what is in brackets has none itself. */
const VARIABLE = /var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)/g;
const MIXTURE = /color-mix\(in srgb,\s*(#[\da-f]{3,6})\s*(?:(\d+)%)?\s*,\s*(#[\da-f]{3,6})\s*(?:(\d+)%)?\s*\)/gi;
/** Fonts of programmers, which few have. */
const MONOSPACE = /'JetBrains Mono'[^;}]*/g;
/** What a colour of the source could fetch. */
const OUTSIDE = /url\((?!#)[^)]*\)/g;
/** Variables that stand in each other: the library has four levels. */
const MOST_ROUNDS = 10;
/** What a variable without a definition is drawn in. */
const UNDEFINED = '#000000';

/** The drawing with its colours and common fonts as such: not every program knows variables and mixtures of colours. */
export function plainDrawing(svg: string): string {
  const tags = svg.match(TAG) ?? [];
  const definitions = new Map(
    tags.flatMap((tag) => Array.from(tag.matchAll(DEFINITION), ([, name, value]) => [name!, value!.trim()] as const)),
  );
  const resolved = (text: string): string => {
    let plain = text
      .replaceAll(DEFINITIONS, '')
      .replaceAll(OUTSIDE, 'none')
      .replaceAll(MONOSPACE, "'Courier New', monospace");
    for (let round = 0; round < MOST_ROUNDS && /var\(|color-mix\(/.test(plain); round++) {
      plain = plain
        .replaceAll(VARIABLE, (_, name: string, other?: string) => definitions.get(name) ?? other?.trim() ?? UNDEFINED)
        .replaceAll(MIXTURE, (_, a: string, share: string | undefined, b: string, other: string | undefined) =>
          mixed(a, b, share === undefined ? 100 - Number(other ?? 50) : Number(share)),
        );
    }
    return plain;
  };
  return withTurnedStarts(svg.replaceAll(TAG, resolved));
}

const TURNED_AT_START =
  /<marker id="([^"]+)"([^>]*) refX="([\d.]+)" refY="([\d.]+)" orient="auto-start-reverse">([\s\S]*?)<\/marker>/g;
const START = /marker-start="url\(#([^)]+)\)"/g;

/** Heads at the starts of lines as markers of their own: not every program turns those of SVG 2 by itself. */
function withTurnedStarts(svg: string): string {
  const ids = new Set<string>();
  const drawing = svg.replaceAll(TURNED_AT_START, (_, id: string, size: string, x: string, y: string, head: string) => {
    ids.add(id);
    const marker = (name: string, shape: string): string =>
      `<marker id="${name}"${size} refX="${x}" refY="${y}" orient="auto" overflow="visible">${shape}</marker>`;
    return marker(id, head) + marker(`${id}-start`, `<g transform="rotate(180 ${x} ${y})">${head}</g>`);
  });
  return drawing.replaceAll(START, (start, id: string) => (ids.has(id) ? `marker-start="url(#${id}-start)"` : start));
}

function mixed(a: string, b: string, percent: number): string {
  const [from, to] = [channelsOf(a), channelsOf(b)];
  const mix = from.map((value, at) => Math.round((value * percent + to[at]! * (100 - percent)) / 100));
  return `#${mix.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function channelsOf(hex: string): number[] {
  const digits = hex.length === 4 ? hex.slice(1).replaceAll(/./g, '$&$&') : hex.slice(1).padEnd(6, '0');
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
}
