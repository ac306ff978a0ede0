import type { Declarations } from '../../../content/document/css/declarations.ts';
import { call, points } from '../markup.ts';
import { boxArguments, marginOf, paddingOf, sidesArgument } from './box-style.ts';
import { inBox, lengthOf, MAX_BOXES, within, type Scope } from './scope.ts';
import { blockRules } from './text-style.ts';

/** Space between the lines of a paragraph, of the size of its text: blocks without a margin are as far apart. */
const LEADING = 0.68;
/** What a line of CSS has above its capitals and below its baseline, of the size of its text. */
const HALF_LEADING = 0.3;
const FORCED_BREAK = /^(?:always|page|left|right|recto|verso)$/;
const PAGE_BREAK = '#colbreak(weak: true);';

/**
 * A block as its style wants it: with its text's rules, in its box, in its margins. An element that asks for nothing is
 * its content alone.
 */
export function styledBlock(
  style: Declarations,
  scope: Scope,
  content: (inner: Scope) => string,
  { sticky = false } = {},
): string {
  const isDeep = scope.boxes >= MAX_BOXES;
  const text = within(scope, style);
  const box = isDeep ? [] : boxArguments(style, text);
  const margin = marginOf(style, text);
  const padding = paddingOf(style, text);
  const sides = Math.max(0, margin.left ?? 0) + Math.max(0, margin.right ?? 0);
  const room = scope.width - sides;
  const width = widthOf(style, text, room);
  const isBox = box.length > 0 || width !== undefined;
  const inner = (width ?? room) - padding.left - padding.right;
  const markup = content(isBox ? inBox(text, inner) : { ...text, width: inner });
  const rules = blockRules(style, scope);
  const height = markup === '' ? lengthOf(style, 'height', text) : undefined;
  if (markup === '' && (box.length === 0 || height === undefined)) return breaks(style, '');
  const args = [
    ...(isBox ? [`width: ${width === undefined ? '100%' : points(width)}`] : []),
    ...(height === undefined ? [] : [`height: ${points(height)}`]),
    ...withRoomForLines(box, padding, text),
    ...spacing(margin, text),
    ...(style.get('break-inside') === 'avoid' || style.get('break-inside') === 'avoid-page'
      ? ['breakable: false']
      : []),
    ...(sticky ? ['sticky: true'] : []),
  ];
  let block =
    args.length > (sticky ? 1 : 0)
      ? call('block', args, rules + markup)
      : rules === ''
        ? markup
        : `#[${rules}${markup}];`;
  if (sides > 0 && !isDeep) block = indented(margin, block);
  if (width !== undefined && width < room && isCentred(style)) block = call('align', ['center'], block);
  return breaks(style, block);
}

/** A width that is narrower than the room that there is. */
function widthOf(style: Declarations, scope: Scope, room: number): number | undefined {
  const asked = lengthOf(style, 'width', scope, room);
  const most = lengthOf(style, 'max-width', scope, room) ?? Infinity;
  const width = Math.min(asked ?? Infinity, most);
  return width > 0 && width < room - 0.5 ? width : undefined;
}

function isCentred(style: Declarations): boolean {
  return style.get('margin-left') === 'auto' && style.get('margin-right') === 'auto';
}

/** Boxes that are seen end where the lines of CSS would end, not at the letters. */
function withRoomForLines(
  box: readonly string[],
  padding: ReturnType<typeof paddingOf>,
  { fontSize }: Scope,
): string[] {
  if (!box.some((arg) => /^(?:fill|stroke)/.test(arg))) return [...box];
  const room = HALF_LEADING * fontSize;
  const inset = { ...padding, top: padding.top + room, bottom: padding.bottom + room };
  return [...box.filter((arg) => !arg.startsWith('inset')), `inset: ${sidesArgument(inset)}`];
}

function spacing({ top, bottom }: { readonly top?: number; readonly bottom?: number }, { fontSize }: Scope): string[] {
  const between = LEADING * fontSize;
  return [
    ...(top === undefined ? [] : [`above: ${points(Math.max(0, top) + between)}`]),
    ...(bottom === undefined ? [] : [`below: ${points(Math.max(0, bottom) + between)}`]),
  ];
}

function indented(margin: { readonly left?: number; readonly right?: number }, block: string): string {
  const sides = (['left', 'right'] as const).flatMap((side) => {
    const size = Math.max(0, margin[side] ?? 0);
    return size > 0 ? [`${side}: ${points(size)}`] : [];
  });
  return call('pad', sides, block);
}

function breaks(style: Declarations, block: string): string {
  const before = FORCED_BREAK.test(style.get('break-before') ?? '') ? PAGE_BREAK : '';
  const after = FORCED_BREAK.test(style.get('break-after') ?? '') ? PAGE_BREAK : '';
  return before + block + after;
}
