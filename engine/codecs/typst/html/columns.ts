import type { Declarations } from '../../../content/document/css/declarations.ts';
import { splitValues } from '../../../content/document/css/declarations.ts';
import { array, call, points } from '../markup.ts';
import { childrenOf, isElement, isText, type DomElement, type DomNode } from '../../../content/document/html/dom.ts';
import type { Flow } from './lists.ts';
import type { Page } from './page.ts';
import { inBox, lengthOf, MAX_BOXES, type Scope } from './scope.ts';

/** A child of a flexible box, or the text between two of them. */
interface Cell {
  readonly node: DomNode;
  readonly style: Declarations;
}

interface Track {
  /** Points; the others share what is left. */
  readonly width?: number;
  readonly share: number;
}

/** Columns beside each other are as many at most. */
const MAX_COLUMNS = 12;
const NO_STYLE: Declarations = new Map();

/** Writes the children of a flexible box or a grid side by side; nothing for any other element. */
export function columnsOf(
  element: DomElement,
  style: Declarations,
  page: Page,
  flow: Flow,
): ((scope: Scope) => string) | undefined {
  const display = style.get('display') ?? '';
  const isFlex =
    /^(?:inline-)?flex$/.test(display) && !/column/.test(style.get('flex-direction') ?? style.get('flex-flow') ?? '');
  const template = display.endsWith('grid') ? style.get('grid-template-columns') : undefined;
  if (!isFlex && template === undefined) return undefined;
  const cells = cellsOf(element, page);
  if (cells.length < 2) return undefined;
  return (scope) => {
    if (scope.boxes >= MAX_BOXES) return flow(childrenOf(element), scope, page);
    const gap = lengthOf(style, 'column-gap', scope, scope.width) ?? lengthOf(style, 'gap', scope, scope.width) ?? 0;
    const tracks = template === undefined ? flexTracks(cells, style, scope, gap) : gridTracks(template, scope, gap);
    return tracks === undefined
      ? flow(childrenOf(element), scope, page)
      : gridOf(cells, tracks, { style, scope, page, flow, gap });
  };
}

function cellsOf(element: DomElement, page: Page): Cell[] {
  return childrenOf(element).flatMap((node): Cell[] => {
    if (isText(node)) return (node.textContent ?? '').trim() === '' ? [] : [{ node, style: NO_STYLE }];
    if (!isElement(node)) return [];
    const style = page.styleOf(node);
    return page.isShown(node, style) ? [{ node, style }] : [];
  });
}

function flexTracks(cells: readonly Cell[], style: Declarations, scope: Scope, gap: number): Track[] | undefined {
  const tracks = cells.map(({ style: own }): Track => {
    const basis = lengthOf(own, 'flex-basis', scope, scope.width) ?? lengthOf(own, 'width', scope, scope.width);
    return { share: Number(own.get('flex-grow') ?? 0), ...(basis !== undefined && basis > 0 && { width: basis }) };
  });
  const fixed = tracks.reduce((sum, { width = 0 }) => sum + width, 0) + gap * (tracks.length - 1);
  const wraps =
    /wrap/.test(style.get('flex-wrap') ?? style.get('flex-flow') ?? '') && !/nowrap/.test(style.get('flex-wrap') ?? '');
  if (wraps && fixed > scope.width * 1.02) {
    const first = tracks[0]?.width ?? scope.width;
    const columns = Math.max(1, Math.floor((scope.width * 1.02 + gap) / (first + gap)));
    return columns < 2 ? undefined : Array.from({ length: columns }, () => ({ share: 1 }));
  }
  if (tracks.length > MAX_COLUMNS) return undefined;
  return fixed > scope.width ? tracks.map(({ width = scope.width / tracks.length }) => ({ share: width })) : tracks;
}

function gridTracks(template: string, scope: Scope, gap: number): Track[] | undefined {
  const text = template.replace(
    /repeat\(\s*(\d+)\s*,([^()]*(?:\([^()]*\)[^()]*)*)\)/g,
    (_, count: string, part: string) => ` ${part} `.repeat(Math.min(MAX_COLUMNS, Number(count))),
  );
  const automatic = /repeat\(\s*auto-fi(?:t|ll)\s*,\s*minmax\(\s*([^,]+),/.exec(text)?.[1];
  if (automatic !== undefined) {
    const least = lengthOf(new Map([['width', automatic]]), 'width', scope, scope.width) ?? scope.width;
    const columns = Math.min(MAX_COLUMNS, Math.floor((scope.width + gap) / (least + gap)));
    return columns < 2 ? undefined : Array.from({ length: columns }, () => ({ share: 1 }));
  }
  const tracks = splitValues(text).map((value): Track => {
    const share = /([\d.]+)fr/.exec(value)?.[1];
    if (share !== undefined) return { share: Number(share) };
    const width = lengthOf(new Map([['width', value]]), 'width', scope, scope.width);
    return { share: 0, ...(width !== undefined && { width }) };
  });
  return tracks.length < 2 || tracks.length > MAX_COLUMNS ? undefined : tracks;
}

interface GridRequest {
  readonly style: Declarations;
  readonly scope: Scope;
  readonly page: Page;
  readonly flow: Flow;
  readonly gap: number;
}

function gridOf(
  cells: readonly Cell[],
  tracks: readonly Track[],
  { style, scope, page, flow, gap }: GridRequest,
): string {
  const fixed = tracks.reduce((sum, { width = 0 }) => sum + width, 0) + gap * (tracks.length - 1);
  const estimate = Math.max(
    scope.fontSize * 3,
    (scope.width - fixed) / Math.max(1, tracks.filter(({ width }) => width === undefined).length),
  );
  const contents = cells.map(({ node }, index) => {
    const { width = estimate } = tracks[index % tracks.length]!;
    return `[${flow([node], inBox(scope, width), page)}]`;
  });
  const spread = style.get('justify-content') ?? '';
  const columns = tracks.map(({ width, share }) =>
    share > 0 ? `${share}fr` : width === undefined ? 'auto' : points(width),
  );
  const between = spread.startsWith('space-') && tracks.every(({ share }) => share === 0);
  const args = [
    `columns: ${array(columns)}`,
    `column-gutter: ${between ? '1fr' : points(gap)}`,
    `row-gutter: ${points(lengthOf(style, 'row-gap', scope) ?? lengthOf(style, 'gap', scope) ?? 0)}`,
    ...(style.get('align-items') === 'center' ? ['align: horizon'] : []),
    ...contents,
  ];
  const grid = call('grid', args);
  return /^(?:center|flex-end|end|right)$/.test(spread)
    ? call('align', [spread === 'center' ? 'center' : 'right'], grid)
    : grid;
}
