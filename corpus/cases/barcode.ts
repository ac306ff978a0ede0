import type { Case } from '../case.ts';

const written = { codec: 'barcode', edge: 'write', from: 'txt', to: 'svg', comparator: 'image' } as const;
const text = 'text-for-a-code-in-four-scripts.txt';
const read = { codec: 'barcode', edge: 'read', options: { barcode: 'any' } } as const;
const soft = 'several-codes-turned-soft.png';
const compressed = 'several-codes-turned-compressed.jpg';

/** Codes of squares and of bars, and an image with seven codes. */
export const cases: readonly Case[] = [
  { ...written, source: text, options: { barcode: 'qr' } },
  { ...written, source: text, options: { barcode: 'aztec' } },
  { ...written, source: text, options: { barcode: 'datamatrix' } },
  { ...written, source: text, options: { barcode: 'pdf417' } },
  { ...written, source: 'text-for-an-article-number.txt', options: { barcode: 'ean13' } },
  { ...written, source: 'text-for-an-article-number.txt', options: { barcode: 'code128' } },
  { ...read, from: 'png', to: 'json', source: soft, comparator: 'exact' },
  { ...read, from: 'jpg', to: 'txt', source: compressed, comparator: 'exact' },
];
