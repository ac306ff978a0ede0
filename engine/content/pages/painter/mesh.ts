import type { RgbaImage } from './png.ts';
import type { Mesh } from '../interpreter/shadings.ts';

/** Pixels of the longer side: colours run into each other, so that there are no edges to keep sharp. */
const MOST_SIDE = 1200;
const LEAST_SIDE = 16;

/** Draws the triangles; the first row is the lowest, as coordinates of a PDF go up. */
export function drawnMesh(mesh: Mesh, pixelsPerUnit: number): RgbaImage {
  const { bounds, background } = mesh;
  const [spanX, spanY] = [bounds.x1 - bounds.x0, bounds.y1 - bounds.y0];
  const scale = Math.min(pixelsPerUnit, MOST_SIDE / Math.max(spanX, spanY));
  const side = (span: number): number => Math.max(LEAST_SIDE, Math.min(MOST_SIDE, Math.ceil(span * scale)));
  const [width, height] = [side(spanX), side(spanY)];
  const rgba = new Uint8Array(width * height * 4);
  if (background) {
    for (let at = 0; at < rgba.length; at += 4) rgba.set([background[0]!, background[1]!, background[2]!, 255], at);
  }
  const corner = (index: number): Corner => ({
    x: ((mesh.points[2 * index]! - bounds.x0) / spanX) * width,
    y: ((mesh.points[2 * index + 1]! - bounds.y0) / spanY) * height,
    colour: [mesh.colours[4 * index]!, mesh.colours[4 * index + 1]!, mesh.colours[4 * index + 2]!],
  });
  for (let index = 0; index + 2 < mesh.corners; index += 3) {
    fillTriangle({ width, height, rgba }, corner(index), corner(index + 1), corner(index + 2));
  }
  return { width, height, rgba };
}

interface Corner {
  readonly x: number;
  readonly y: number;
  readonly colour: readonly [number, number, number];
}

/** Part of a pixel by which triangles reach beyond their edges, so that neighbours leave no gap. */
const OVERLAP = 0.02;

function fillTriangle({ width, height, rgba }: RgbaImage, a: Corner, b: Corner, c: Corner): void {
  const corners = [a, b, c] as const;
  const area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
  if (!(Math.abs(area) > 1e-9)) return;
  const fromX = Math.max(0, Math.floor(Math.min(a.x, b.x, c.x) - 0.5));
  const toX = Math.min(width - 1, Math.ceil(Math.max(a.x, b.x, c.x)));
  const fromY = Math.max(0, Math.floor(Math.min(a.y, b.y, c.y) - 0.5));
  const toY = Math.min(height - 1, Math.ceil(Math.max(a.y, b.y, c.y)));
  for (let row = fromY; row <= toY; row++) {
    for (let column = fromX; column <= toX; column++) {
      const [x, y] = [column + 0.5, row + 0.5];
      const shares = [
        ((b.x - x) * (c.y - y) - (c.x - x) * (b.y - y)) / area,
        ((c.x - x) * (a.y - y) - (a.x - x) * (c.y - y)) / area,
        ((a.x - x) * (b.y - y) - (b.x - x) * (a.y - y)) / area,
      ];
      if (Math.min(...shares) < -OVERLAP) continue;
      const at = (row * width + column) * 4;
      for (let channel = 0; channel < 3; channel++) {
        const mixed = shares.reduce((sum, share, index) => sum + share * corners[index]!.colour[channel]!, 0);
        rgba[at + channel] = Math.max(0, Math.min(255, Math.round(mixed)));
      }
      rgba[at + 3] = 255;
    }
  }
}
