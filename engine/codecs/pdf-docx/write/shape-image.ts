import { encodePng } from '../../../content/raster/png/encoder.ts';
import { areaOf, type Box, heightOf, unionOf, widthOf } from '../../../content/pages/geometry.ts';
import type { Fill, PageImage } from '../../../content/pages/model.ts';
import { rgbOf } from '../../../content/raster/colour.ts';
import { SHAPE_IMAGE } from '../thresholds/writing.ts';

const { MAX_BOXES, PIXELS_PER_POINT, MAX_PIXELS } = SHAPE_IMAGE;

/** Many boxes of one colour each as one image; later ones cover earlier ones. */
export function imageOfShapes(fills: readonly Fill[]): PageImage {
  const box = unionOf(fills)!;
  const order = Math.min(...fills.map((fill) => fill.order));
  const png = pixelsOf(fills, box);
  if (fills.length > MAX_BOXES) return { ...box, bytes: png, type: 'png', order };
  return { ...box, bytes: new TextEncoder().encode(svgOf(fills, box)), type: 'svg', fallback: png, order };
}

function svgOf(fills: readonly Fill[], box: Box): string {
  const numbers = (values: readonly number[]): string[] => values.map((value) => value.toFixed(2));
  const [left, top, wide, high] = numbers([box.x0, box.y0, widthOf(box), heightOf(box)]);
  const shapes = fills.map((fill) => {
    const [x, y, width, height] = numbers([fill.x0, fill.y0, widthOf(fill), heightOf(fill)]);
    return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill.color}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="${left} ${top} ${wide} ${high}">${shapes.join('')}</svg>`;
}

function pixelsOf(fills: readonly Fill[], box: Box): Uint8Array {
  const scale = Math.min(PIXELS_PER_POINT, Math.sqrt(MAX_PIXELS / Math.max(1, areaOf(box))));
  const width = Math.max(1, Math.round(widthOf(box) * scale));
  const height = Math.max(1, Math.round(heightOf(box) * scale));
  const data = new Uint8Array(width * height * 4);
  const pixels = new Uint32Array(data.buffer);
  const paint = new Uint8Array(4);
  for (const fill of fills) {
    paint.set([...rgbOf(fill.color), 255]);
    const value = new Uint32Array(paint.buffer)[0]!;
    const [fromX, toX] = placesOf(fill.x0 - box.x0, fill.x1 - box.x0, scale, width);
    const [fromY, toY] = placesOf(fill.y0 - box.y0, fill.y1 - box.y0, scale, height);
    for (let y = fromY; y < toY; y++) pixels.fill(value, y * width + fromX, y * width + toX);
  }
  return encodePng({ width, height, channels: 4, data });
}

/** The pixels from one side to the other: at least one, so that thin lines are seen. */
function placesOf(start: number, end: number, scale: number, count: number): [number, number] {
  const from = Math.max(0, Math.min(count - 1, Math.round(start * scale)));
  return [from, Math.max(from + 1, Math.min(count, Math.round(end * scale)))];
}
