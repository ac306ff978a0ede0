import { parseColour } from '../../../content/document/css/colours.ts';
import type { Declarations } from '../../../content/document/css/declarations.ts';
import { familyFor, similarFamily, splitFamilies } from '../../../content/font/families.ts';
import { call, points, rgb } from '../markup.ts';
import { fontList } from '../style.ts';
import { fontSizeOf, lengthOf, type Scope } from './scope.ts';

/** Height of a capital letter: lines are set from there to the baseline, so that leading is what lies between. */
const CAPITAL_HEIGHT = 0.7;
const MAX_LINE_HEIGHT = 4;

/** Arguments of Typst's `text` for what a style says; `scope` is the one around the element. */
export function textArguments(style: Declarations, scope: Scope): string[] {
  const args: string[] = [];
  const colour = parseColour(style.get('color') ?? '');
  if (colour !== undefined) args.push(`fill: ${rgb(colour)}`);
  const size = fontSizeOf(style, scope);
  if (size !== undefined) args.push(`size: ${points(size)}`);
  const weight = weightOf(style.get('font-weight'));
  if (weight) args.push(`weight: "${weight}"`);
  const slant = style.get('font-style');
  if (slant !== undefined) args.push(`style: "${/italic|oblique/i.test(slant) ? 'italic' : 'normal'}"`);
  const families = style.get('font-family');
  if (families !== undefined) args.push(`font: ${fontsOf(families)}`);
  const tracking = lengthOf(style, 'letter-spacing', scope);
  if (tracking !== undefined && Math.abs(tracking) <= scope.fontSize) args.push(`tracking: ${points(tracking)}`);
  return args;
}

/** Wraps a run of text in what its style says of letters and lines. */
export function styledRun(style: Declarations, scope: Scope, content: string): string {
  if (content === '' || style.size === 0) return content;
  let run = content;
  const args = textArguments(style, scope);
  if (args.length > 0) run = call('text', args, run);
  const lines = style.get('text-decoration-line') ?? '';
  if (lines.includes('underline')) run = call('underline', [], run);
  if (lines.includes('line-through')) run = call('strike', [], run);
  if (lines.includes('overline')) run = call('overline', [], run);
  const raised = style.get('vertical-align');
  if (raised === 'super') run = call('super', [], run);
  if (raised === 'sub') run = call('sub', [], run);
  if (/small-caps/.test(style.get('font-variant') ?? '')) run = call('smallcaps', [], run);
  return run;
}

/** Set rules for everything in a block: its letters, its lines and their alignment. */
export function blockRules(style: Declarations, scope: Scope): string {
  const rules: string[] = [];
  const text = textArguments(style, scope);
  if (text.length > 0) rules.push(call('set text', text));
  const paragraph = paragraphArguments(style, scope);
  if (paragraph.length > 0) rules.push(call('set par', paragraph));
  const alignment = alignmentOf(style);
  if (alignment) rules.push(call('set align', [alignment]));
  const lines = style.get('text-decoration-line') ?? '';
  if (lines.includes('underline')) rules.push('#show text: underline;');
  if (lines.includes('line-through')) rules.push('#show text: strike;');
  return rules.join('');
}

function paragraphArguments(style: Declarations, scope: Scope): string[] {
  const args: string[] = [];
  const height = lineHeightOf(style, scope);
  if (height !== undefined) args.push(`leading: ${Number((height - CAPITAL_HEIGHT).toFixed(2))}em`);
  const indent = lengthOf(style, 'text-indent', scope, scope.width);
  if (indent !== undefined && indent >= 0) args.push(`first-line-indent: (amount: ${points(indent)}, all: true)`);
  const alignment = style.get('text-align');
  if (alignment !== undefined) args.push(`justify: ${alignment === 'justify'}`);
  return args;
}

/** Of the text's size. */
function lineHeightOf(style: Declarations, scope: Scope): number | undefined {
  const value = style.get('line-height');
  if (value === undefined || value === 'normal') return undefined;
  const size = fontSizeOf(style, scope) ?? scope.fontSize;
  const factor = /^[\d.]+$/.test(value)
    ? Number(value)
    : (lengthOf(style, 'line-height', { ...scope, fontSize: size }, size) ?? Number.NaN) / size;
  return factor >= 0.8 && factor <= MAX_LINE_HEIGHT ? factor : undefined;
}

export function alignmentOf(style: Declarations): string | undefined {
  switch (style.get('text-align')) {
    case 'center':
    case '-webkit-center':
    case 'middle':
      return 'center';
    case 'right':
    case '-webkit-right':
      return 'right';
    case 'end':
      return 'end';
    case 'left':
    case '-webkit-left':
      return 'left';
    case 'start':
    case 'justify':
      return 'start';
    default:
      return undefined;
  }
}

function weightOf(value: string | undefined): 'bold' | 'regular' | undefined {
  if (value === undefined) return undefined;
  return /^(?:bold|bolder)$/i.test(value) || Number(value) >= 600 ? 'bold' : 'regular';
}

function fontsOf(families: string): string {
  const names = splitFamilies(families);
  const known = names.map(familyFor).find((family) => family !== undefined);
  const family = known ?? similarFamily(names[0] ?? '');
  return fontList(family);
}
