import type { Case } from '../case.ts';

function resvg(edge: string, source: string, to: Case['to'], options?: Case['options']): Case {
  const from = source.endsWith('.svgz') ? 'svgz' : 'svg';
  return { codec: 'resvg', edge, from, source, to, ...(options && { options }), comparator: 'image' };
}

export const cases: readonly Case[] = [
  resvg('render', 'text-five-scripts-styles.svg', 'png'),
  resvg('render', 'gradients-clip-mask-filter.svg', 'png', { dpi: 144 }),
  resvg('render', 'use-nested-percent-style-sheet.svg', 'png'),
  resvg('render', 'view-box-only-markers-transparent.svg', 'png', { width: 420 }),
  resvg('render', 'millimetres-entities-turned-scaled.svg', 'png', { width: 160, height: 160, fit: 'cover' }),
  resvg('render', 'picture-inside-and-outside.svg', 'png'),
  resvg('render', 'gradients-clip-mask-filter.svgz', 'png', { height: 160, background: '#ffe8d6' }),
  { ...resvg('compress', 'use-nested-percent-style-sheet.svg', 'svgz'), codec: 'svgz' },
  { ...resvg('expand', 'gradients-clip-mask-filter.svgz', 'svg'), codec: 'svgz', comparator: 'exact' },
];
