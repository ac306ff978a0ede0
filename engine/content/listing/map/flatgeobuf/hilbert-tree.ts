import type { Box } from '../rings.ts';

/** Boxes in a node, as other writers have it. */
export const NODE_SIZE = 16;
const NODE_BYTES = 40;
/** Cells of the Hilbert curve along an axis. */
const CELLS = 1 << 16;

/** Bytes of the index of so many features. */
export function treeBytes(count: number, nodeSize: number): number {
  return levelsOf(count, nodeSize).reduce((sum, nodes) => sum + nodes, 0) * NODE_BYTES;
}

/** Nodes of each level, from the features up to the root. */
function levelsOf(count: number, nodeSize: number): number[] {
  const levels = [count];
  do levels.push(Math.ceil(levels.at(-1)! / nodeSize));
  while (levels.at(-1)! > 1);
  return levels;
}

/** Numbers of boxes along a Hilbert curve, so that what lies close together is close in the file. */
export function alongCurve(boxes: readonly Box[], around: Box): number[] {
  const [west, south, east, north] = around;
  const cell = (middle: number, from: number, to: number): number =>
    to > from ? Math.floor(((CELLS - 1) * (middle - from)) / (to - from)) : 0;
  const keys = boxes.map(([left, bottom, right, top]) =>
    distanceAlong(cell((left + right) / 2, west, east), cell((bottom + top) / 2, south, north)),
  );
  return boxes.map((_, index) => index).sort((a, b) => keys[a]! - keys[b]!);
}

/** How far along the curve a cell lies. */
function distanceAlong(column: number, row: number): number {
  let x = column;
  let y = row;
  let distance = 0;
  for (let side = CELLS / 2; side > 0; side /= 2) {
    const right = x & side;
    const up = y & side;
    distance += side * side * (right ? (up ? 2 : 3) : up ? 1 : 0);
    if (up) continue;
    // A quarter that is entered from its side: the curve in it is turned.
    const turned = right ? CELLS - 1 - x : x;
    x = right ? CELLS - 1 - y : y;
    y = turned;
  }
  return distance;
}

/** The packed R-tree of boxes in the order of their features, which begin at `offsets`: the root comes first. */
export function writeTree(boxes: readonly Box[], offsets: readonly number[]): Uint8Array {
  const levels = levelsOf(boxes.length, NODE_SIZE);
  const total = levels.reduce((sum, nodes) => sum + nodes, 0);
  const nodes: { readonly box: Box; readonly offset: number }[][] = [
    boxes.map((box, index) => ({ box, offset: offsets[index]! })),
  ];
  // Nodes are counted from the root on, and refer to the first of those below them.
  let below = total - boxes.length;
  for (const count of levels.slice(1)) {
    const children = nodes.at(-1)!;
    const first = below;
    nodes.push(
      Array.from({ length: count }, (_, index) => ({
        box: boxAround(children.slice(index * NODE_SIZE, (index + 1) * NODE_SIZE).map(({ box }) => box)),
        offset: first + index * NODE_SIZE,
      })),
    );
    below -= count;
  }
  const view = new DataView(new ArrayBuffer(total * NODE_BYTES));
  let at = 0;
  for (const { box, offset } of nodes.reverse().flat()) {
    for (const [index, number] of box.entries()) view.setFloat64(at + 8 * index, number, true);
    view.setBigUint64(at + 32, BigInt(offset), true);
    at += NODE_BYTES;
  }
  return new Uint8Array(view.buffer);
}

/** Around some boxes, of which there is one at least. */
export function boxAround(boxes: readonly Box[]): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    [west, south] = [Math.min(west, box[0]), Math.min(south, box[1])];
    [east, north] = [Math.max(east, box[2]), Math.max(north, box[3])];
  }
  return [west, south, east, north];
}
