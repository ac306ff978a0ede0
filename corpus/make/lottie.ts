/** Makes the Lottie animations of the corpus: `node corpus/make/lottie.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORPUS } from '../cases.ts';
import { encodePng } from '../../engine/content/raster/png/encoder.ts';
import { writeZip } from '../../engine/io/zip.ts';

const still = (k: unknown) => ({ a: 0, k });
/** From the first value to the last, evenly over the frames between. */
const moving = (from: readonly number[], to: readonly number[], end: number) => ({
  a: 1,
  k: [
    { t: 0, s: from, o: { x: [0], y: [0] }, i: { x: [1], y: [1] } },
    { t: end, s: to },
  ],
});

interface Place {
  readonly position: unknown;
  readonly anchor?: readonly number[];
  readonly rotation?: unknown;
}

function layer(ind: number, end: number, { position, anchor = [0, 0, 0], rotation = still(0) }: Place, rest: object) {
  const ks = { o: still(100), r: rotation, p: position, a: still(anchor), s: still([100, 100, 100]) };
  return { ddd: 0, ind, sr: 1, ks, ao: 0, ip: 0, op: end, st: 0, bm: 0, ...rest };
}

function shape(outline: object, colour: readonly number[], opacity = 100) {
  const fill = { ty: 'fl', c: still([...colour, 1]), o: still(opacity), r: 1 };
  const transform = { ty: 'tr', p: still([0, 0]), a: still([0, 0]), s: still([100, 100]), r: still(0), o: still(100) };
  return { ty: 4, shapes: [{ ty: 'gr', it: [outline, fill, transform] }] };
}

const rectangle = (width: number, height: number) => ({
  ty: 'rc',
  d: 1,
  s: still([width, height]),
  p: still([0, 0]),
  r: still(0),
});
const circle = (size: number) => ({ ty: 'el', d: 1, s: still([size, size]), p: still([0, 0]) });

const animation = (width: number, height: number, rate: number, end: number, layers: readonly object[]) => ({
  ...{ v: '5.7.0', fr: rate, ip: 0, op: end, w: width, h: height, nm: 'corpus', ddd: 0 },
  ...{ assets: [] as object[], layers },
});

/** A square goes from left to right and turns by a quarter; a third of what is behind can be seen through it. Nothing is behind it. */
const square = animation(96, 64, 12, 12, [
  layer(
    1,
    12,
    { position: moving([16, 32, 0], [80, 32, 0], 12), rotation: moving([0], [90], 12) },
    shape(rectangle(24, 24), [0.9, 0.1, 0.1], 70),
  ),
  layer(2, 12, { position: still([48, 56, 0]) }, shape(rectangle(96, 8), [0.1, 0.4, 0.2])),
]);

/** Sixty frames a second on white, of which every other one is drawn. */
const disc = animation(80, 80, 60, 60, [
  layer(1, 60, { position: moving([40, 10, 0], [40, 70, 0], 60) }, shape(circle(16), [0.1, 0.2, 0.8])),
  layer(2, 60, { position: still([40, 40, 0]) }, shape(rectangle(80, 80), [1, 1, 1])),
]);

/** An image of four colours turns once; another animation is in the file. */
const colours = [
  [200, 30, 30],
  [30, 160, 60],
  [40, 60, 200],
  [240, 200, 40],
];
const pixels = Uint8Array.from({ length: 16 * 16 * 3 }, (_, at) => {
  const pixel = Math.floor(at / 3);
  const quarter = (pixel % 16 < 8 ? 0 : 1) + (pixel < 128 ? 0 : 2);
  return colours[quarter]![at % 3]!;
});
const turning = {
  ...animation(64, 64, 10, 10, [
    layer(
      1,
      10,
      { position: still([32, 32, 0]), anchor: [8, 8, 0], rotation: moving([0], [360], 10) },
      { ty: 2, refId: 'tile' },
    ),
  ]),
  assets: [{ id: 'tile', w: 16, h: 16, u: '', p: 'tile.png', e: 0 }],
};

function save(format: string, name: string, content: Uint8Array | string): void {
  const folder = join(CORPUS, 'sources', format);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), content);
}

const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

save('lottie', 'square-seen-through.json', JSON.stringify(square));
save('lottie', 'disc-sixty-frames.json', JSON.stringify(disc));
save(
  'dotlottie',
  'image-two-animations.lottie',
  writeZip([
    {
      name: 'manifest.json',
      bytes: json({ version: '2', generator: 'corpus', animations: [{ id: 'turning' }, { id: 'square' }] }),
    },
    { name: 'a/turning.json', bytes: json(turning) },
    { name: 'a/square.json', bytes: json(square) },
    { name: 'i/tile.png', bytes: encodePng({ width: 16, height: 16, channels: 3, data: pixels }) },
  ]),
);
