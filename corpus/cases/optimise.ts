import type { Case } from '../case.ts';

type Source = Pick<Case, 'from' | 'source'>;

const POSITION: Source = { from: 'jpg', source: 'camera-position-preview.jpg' };
const LYING_ODD: Source = { from: 'jpg', source: 'progressive-restarts-odd-size-lying.jpg' };
const LYING: Source = { from: 'jpg', source: 'orientation-6-exif.jpg' };
const CMYK: Source = { from: 'jpg', source: 'cmyk-without-profile.jpg' };
const GREY: Source = { from: 'jpg', source: 'grey-restart-each-row.jpg' };
const TWO: Source = { from: 'jpg', source: 'two-pictures-with-index.jpg' };

const ALPHA: Source = { from: 'png', source: 'card-fading-to-transparent.png' };
const DEEP: Source = { from: 'png', source: 'gradient-16bit-alpha.png' };
const PALETTE: Source = { from: 'png', source: 'palette-interlaced.png' };
const LYING_PNG: Source = { from: 'png', source: 'lying-with-position.png' };

function jpeg(source: Source, options?: Case['options']): Case {
  return {
    codec: 'optimise',
    edge: 'coefficients',
    ...source,
    to: 'jpg',
    ...(options && { options }),
    comparator: 'image',
  };
}

function png(source: Source, options?: Case['options']): Case {
  return { codec: 'optimise', edge: 'filters', ...source, to: 'png', ...(options && { options }), comparator: 'image' };
}

export const cases: readonly Case[] = [
  jpeg(POSITION),
  jpeg(POSITION, { stripLocation: true }),
  jpeg(POSITION, { rotate: '90', progressive: false }),
  jpeg(POSITION, { rotate: '270', strip: true }),
  jpeg(LYING),
  jpeg(LYING, { rotate: '180', progressive: true }),
  jpeg(LYING_ODD, { strip: true }),
  jpeg(LYING_ODD, { rotate: '180' }),
  jpeg(CMYK),
  jpeg(GREY, { effort: 10 }),
  jpeg(TWO, { rotate: '90' }),
  png(ALPHA),
  png(ALPHA, { progressive: true, effort: 1 }),
  png(DEEP),
  png(PALETTE),
  png(LYING_PNG, { strip: true }),
  png(LYING_PNG, { stripLocation: true }),
];
