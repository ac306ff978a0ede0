import sharp from 'sharp';
import { decodeImage, encodeImage, type Canvas, type ImageFormat } from './images.ts';
import type { Damage, Harm } from './scenario.ts';

type Change = (canvas: Canvas) => Canvas | undefined | Promise<Canvas | undefined>;

/** A damage to the pixels or frames of a result: decoded, changed, and encoded again in its own format. */
export function change(format: ImageFormat, name: string, harm: Harm, alter: Change): Damage {
  return {
    name,
    harm,
    async apply(result) {
      const canvas = await decodeImage(result, format);
      const changed = canvas && (await alter(canvas));
      return changed && isSeen(canvas, changed) ? encodeImage(changed, format, { result }) : undefined;
    },
  };
}

/** Levels, of 255, by which a pixel must change, and the share of the pixels that must, before anything is damaged. */
const SEEN_LEVELS = 6;
const SEEN_SHARE = 0.003;

/** An image without dark shades cannot lose them. */
function isSeen(before: Canvas, after: Canvas): boolean {
  if (before.data.length !== after.data.length) return true;
  const isTimedAlike = `${before.delaysMs}` === `${after.delaysMs}` && before.loops === after.loops;
  if (before.data.equals(after.data)) return !isTimedAlike || before.height !== after.height;
  let seen = 0;
  for (let at = 0; at < before.data.length; at += 4) {
    const isInvisible = before.data[at + 3] === 0 && after.data[at + 3] === 0;
    const changes = [0, 1, 2, 3].map((channel) => Math.abs(before.data[at + channel]! - after.data[at + channel]!));
    if (!isInvisible && Math.max(...changes) > SEEN_LEVELS) seen++;
  }
  return seen > (SEEN_SHARE * before.data.length) / 4;
}

type Pixel = (rgba: Uint8Array, at: number, x: number, y: number) => void;

/** Changes every pixel of every frame in place; `y` counts within the frame. */
export function eachPixel(paint: Pixel): Change {
  return (canvas) => {
    const data = Buffer.from(canvas.data);
    for (let at = 0, pixel = 0; at < data.length; at += 4, pixel++)
      paint(data, at, pixel % canvas.width, Math.floor(pixel / canvas.width) % canvas.height);
    return { ...canvas, data };
  };
}

/** A curve over the three colours. */
function curve(of: (value: number) => number): Change {
  const table = Uint8Array.from({ length: 256 }, (_, value) => Math.max(0, Math.min(255, Math.round(of(value)))));
  return eachPixel((rgba, at) => {
    for (let channel = 0; channel < 3; channel++) rgba[at + channel] = table[rgba[at + channel]!]!;
  });
}

function colours(of: (r: number, g: number, b: number) => readonly [number, number, number]): Change {
  return eachPixel((rgba, at) => {
    const mixed = of(rgba[at]!, rgba[at + 1]!, rgba[at + 2]!);
    for (let channel = 0; channel < 3; channel++)
      rgba[at + channel] = Math.max(0, Math.min(255, Math.round(mixed[channel]!)));
  });
}

/** Each pixel is taken from another place of its frame. */
export function moved(from: (x: number, y: number, canvas: Canvas) => readonly [x: number, y: number]): Change {
  return (canvas) => {
    const { width, height, frames, data } = canvas;
    const result = Buffer.alloc(data.length);
    for (let frame = 0; frame < frames; frame++) {
      const start = frame * width * height;
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          const [fromX, fromY] = from(x, y, canvas);
          const at = (start + Math.floor(fromY) * width + Math.floor(fromX)) * 4;
          data.copy(result, (start + y * width + x) * 4, at, at + 4);
        }
      }
    }
    return { ...canvas, data: result };
  };
}

/** The same seed everywhere: a damage is the same each time. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function noise(strength: number): Change {
  const random = randomOf(7);
  return eachPixel((rgba, at) => {
    for (let channel = 0; channel < 3; channel++) {
      const value = rgba[at + channel]! + (random() + random() + random() - 1.5) * 2 * strength;
      rgba[at + channel] = Math.max(0, Math.min(255, Math.round(value)));
    }
  });
}

function blurred(sigma: number): Change {
  return async (canvas) => {
    const { width, height, frames } = canvas;
    const raw = { width, height: height * frames, channels: 4 as const };
    if (frames > 1) return undefined;
    return { ...canvas, data: await sharp(canvas.data, { raw }).blur(sigma).raw().toBuffer() };
  };
}

/** A rectangle in shares of the frame, or of so many pixels. */
function block(
  sideOf: (canvas: Canvas) => readonly [width: number, height: number],
  colour: readonly [number, number, number],
): Change {
  return (canvas) => {
    const [width, height] = sideOf(canvas);
    const [left, top] = [Math.floor(canvas.width * 0.55), Math.floor(canvas.height * 0.4)];
    return eachPixel((rgba, at, x, y) => {
      if (x >= left && x < left + width && y >= top && y < top + height) rgba.set([...colour, 255], at);
    })(canvas);
  };
}

/** Rows from a share of the height on, as a decoder leaves them that stops early. */
function below(share: number, colour: readonly [number, number, number]): Change {
  return (canvas) =>
    eachPixel((rgba, at, _, y) => {
      if (y >= canvas.height * share) rgba.set([...colour, 255], at);
    })(canvas);
}

function hueTurned(degrees: number): Change {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return colours((r, g, b) => {
    const y = 0.299 * r + 0.587 * g + 0.114 * b;
    const [u, v] = [0.492 * (b - y), 0.877 * (r - y)];
    const [turnedU, turnedV] = [u * cos - v * sin, u * sin + v * cos];
    const [blue, red] = [y + turnedU / 0.492, y + turnedV / 0.877];
    return [red, (y - 0.299 * red - 0.114 * blue) / 0.587, blue];
  });
}

function saturated(by: number): Change {
  return colours((r, g, b) => {
    const y = 0.299 * r + 0.587 * g + 0.114 * b;
    return [y + by * (r - y), y + by * (g - y), y + by * (b - y)];
  });
}

const TRANSPOSED: Change = (canvas) => {
  const { width, height, frames, data } = canvas;
  if (frames > 1) return undefined;
  const result = Buffer.alloc(data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data.copy(result, (x * height + (height - 1 - y)) * 4, (y * width + x) * 4, (y * width + x) * 4 + 4);
  return { ...canvas, width: height, height: width, data: result };
};

const scaled =
  (by: number): Change =>
  async (canvas) => {
    if (canvas.frames > 1) return undefined;
    const [width, height] = [Math.round(canvas.width * by), Math.round(canvas.height * by)];
    const raw = { width: canvas.width, height: canvas.height, channels: 4 as const };
    return {
      ...canvas,
      width,
      height,
      data: await sharp(canvas.data, { raw }).resize(width, height, { fit: 'fill' }).raw().toBuffer(),
    };
  };

const [GREY, BLACK, GREEN] = [
  [128, 128, 128],
  [0, 0, 0],
  [0, 255, 0],
] as const;

/** What may go wrong with the pixels of any image. */
const PIXELS: readonly (readonly [name: string, harm: Harm, change: Change])[] = [
  ['all black', 'image', curve(() => 0)],
  ['all white', 'image', curve(() => 255)],
  ['mirrored', 'image', moved((x, y, { width }) => [width - 1 - x, y])],
  ['upside down', 'image', moved((x, y, { height }) => [x, height - 1 - y])],
  ['turned by 180°', 'image', moved((x, y, { width, height }) => [width - 1 - x, height - 1 - y])],
  ['turned by 90°', 'image', TRANSPOSED],
  ['half as large', 'image', scaled(0.5)],
  ['a tenth wider and higher', 'image', scaled(1.1)],
  ['inverted', 'image', curve((value) => 255 - value)],
  ['without colour', 'image', saturated(0)],
  ['red and blue exchanged', 'image', colours((r, g, b) => [b, g, r])],
  ['channels rotated', 'image', colours((r, g, b) => [g, b, r])],
  ['green in all channels', 'image', colours((_, g) => [g, g, g])],
  ['gamma 1.2', 'image', curve((value) => 255 * (value / 255) ** 1.2)],
  ['gamma 0.85', 'image', curve((value) => 255 * (value / 255) ** 0.85)],
  ['linear light', 'image', curve((value) => 255 * (value / 255) ** 2.2)],
  ['darkened by 20 %', 'image', curve((value) => value * 0.8)],
  ['darkened by 8 %', 'image', curve((value) => value * 0.92)],
  ['lightened by 20', 'image', curve((value) => value + 20)],
  ['more contrast', 'image', curve((value) => 128 + (value - 128) * 1.3)],
  ['video range', 'image', curve((value) => 16 + value * (219 / 255))],
  ['beyond video range', 'image', curve((value) => (value - 16) * (255 / 219))],
  ['posterised to 4 levels', 'image', curve((value) => Math.round(value / 85) * 85)],
  ['posterised to 8 levels', 'image', curve((value) => Math.round((value * 7) / 255) * (255 / 7))],
  ['dark shades lost', 'image', curve((value) => (value < 40 ? 0 : value))],
  ['light shades lost', 'image', curve((value) => (value > 215 ? 255 : value))],
  ['hue turned by 20°', 'image', hueTurned(20)],
  ['hue turned by 90°', 'image', hueTurned(90)],
  ['paler by half', 'image', saturated(0.5)],
  ['more colourful by half', 'image', saturated(1.5)],
  ['red cast', 'image', colours((r, g, b) => [r + 16, g, b - 8])],
  ['block of 32 pixels', 'image', block(() => [32, 32], GREY)],
  ['block of 1 %', 'image', block(({ width, height }) => [width / 10, height / 10], BLACK)],
  ['line of 8 green pixels', 'image', block(({ height }) => [8, height], GREEN)],
  ['lowest 3 % grey', 'image', below(0.97, GREY)],
  ['lower half grey', 'image', below(0.5, GREY)],
  ['lower half black', 'image', below(0.5, BLACK)],
  ['blurred by 3', 'image', blurred(3)],
  ['blurred by 8', 'image', blurred(8)],
  ['noise', 'image', noise(16)],
  ['strong noise', 'image', noise(40)],
  ['shifted by 8 pixels', 'image', moved((x, y, { width }) => [(x + 8) % width, y])],
  ['sheared', 'image', moved((x, y, { width, height }) => [(x + Math.floor((y * 40) / height)) % width, y])],
  ['in squares of 8 pixels', 'image', moved((x, y) => [x - (x % 8), y - (y % 8)])],
  ['halves exchanged', 'image', moved((x, y, { width }) => [(x + Math.floor(width / 2)) % width, y])],
  [
    'tiles exchanged',
    'image',
    moved((x, y, { width, height }) =>
      x < width / 4 && y < height / 4 ? [x + Math.floor(width / 2), y + Math.floor(height / 2)] : [x, y],
    ),
  ],
  [
    'even rows only',
    'image',
    moved((x, y, { height }) => [
      x,
      y < height / 2 ? y * 2 : Math.min(height - 1, (y - Math.ceil(height / 2)) * 2 + 1),
    ]),
  ],
];

export function pixelDamages(format: ImageFormat): Damage[] {
  return PIXELS.map(([name, harm, alter]) => change(format, name, harm, (canvas) => alter(canvas)));
}

const ALPHA: readonly (readonly [name: string, of: (alpha: number, x: number, y: number) => number])[] = [
  ['alpha lost', () => 255],
  ['alpha inverted', (alpha) => 255 - alpha],
  ['alpha hard', (alpha) => (alpha < 128 ? 0 : 255)],
  ['alpha squared', (alpha) => (alpha * alpha) / 255],
  ['alpha halved', (alpha) => alpha / 2],
  ['all transparent', () => 0],
];

export function alphaDamages(format: ImageFormat): Damage[] {
  return [
    ...ALPHA.map(([name, of]) =>
      change(
        format,
        name,
        'visibility',
        eachPixel((rgba, at, x, y) => void (rgba[at + 3] = of(rgba[at + 3]!, x, y))),
      ),
    ),
    change(
      format,
      'alpha multiplied twice',
      'image',
      eachPixel((rgba, at) => {
        for (let channel = 0; channel < 3; channel++) rgba[at + channel] = (rgba[at + channel]! * rgba[at + 3]!) / 255;
      }),
    ),
    change(
      format,
      'alpha on black',
      'visibility',
      eachPixel((rgba, at) => {
        for (let channel = 0; channel < 3; channel++) rgba[at + channel] = (rgba[at + channel]! * rgba[at + 3]!) / 255;
        rgba[at + 3] = 255;
      }),
    ),
  ];
}

/** The frames of a canvas in another order or number; `order` names frames by their index. */
function withFrames(
  orderOf: (frames: number) => readonly number[],
  delaysOf?: (delays: readonly number[]) => readonly number[],
): Change {
  return (canvas) => {
    const { width, height, frames, data, delaysMs } = canvas;
    const order = orderOf(frames);
    if (order.length === frames && order.every((frame, index) => frame === index) && !delaysOf) return undefined;
    const bytes = width * height * 4;
    const parts = order.map((frame) => data.subarray(frame * bytes, (frame + 1) * bytes));
    const delays = delaysOf ? delaysOf(delaysMs) : order.map((frame) => delaysMs[frame] ?? 100);
    return { ...canvas, frames: order.length, data: Buffer.concat(parts), delaysMs: delays };
  };
}

const all = (frames: number): number[] => [...Array(frames).keys()];

const FRAMES: readonly (readonly [name: string, harm: Harm, change: Change])[] = [
  ['only the first frame', 'motion', withFrames(() => [0])],
  ['reversed', 'order', withFrames((frames) => all(frames).reverse())],
  ['first two frames exchanged', 'order', withFrames((frames) => [1, 0, ...all(frames).slice(2)])],
  ['last two frames exchanged', 'order', withFrames((frames) => [...all(frames).slice(0, -2), frames - 1, frames - 2])],
  ['first and last exchanged', 'order', withFrames((frames) => [frames - 1, ...all(frames).slice(1, -1), 0])],
  ['frozen', 'motion', withFrames((frames) => all(frames).map(() => 0))],
  [
    'frozen in the second half',
    'motion',
    withFrames((frames) => all(frames).map((frame) => Math.min(frame, Math.floor(frames / 2) - 1))),
  ],
  ['first frame lost', 'frame', withFrames((frames) => all(frames).slice(1))],
  ['last frame lost', 'frame', withFrames((frames) => all(frames).slice(0, -1))],
  [
    'last frame lost, its time kept',
    'frame',
    withFrames(
      (frames) => all(frames).slice(0, -1),
      (delays) => [...delays.slice(0, -2), delays.at(-2)! + delays.at(-1)!],
    ),
  ],
  ['a frame twice', 'frame', withFrames((frames) => [0, ...all(frames)])],
  ['delays doubled', 'timing', withFrames(all, (delays) => delays.map((delay) => delay * 2))],
  ['delays exchanged', 'timing', withFrames(all, (delays) => delays.toReversed())],
  ['delays of 30 ms', 'timing', withFrames(all, (delays) => delays.map(() => 30))],
  ['plays once', 'timing', (canvas) => (canvas.loops === 1 ? undefined : { ...canvas, loops: 1 })],
  ['plays for ever', 'timing', (canvas) => (canvas.loops === 0 ? undefined : { ...canvas, loops: 0 })],
  [
    'last frame black',
    'frame',
    (canvas) => {
      const data = Buffer.from(canvas.data);
      for (let at = canvas.width * canvas.height * (canvas.frames - 1) * 4; at < data.length; at += 4)
        data.set([0, 0, 0, 255], at);
      return { ...canvas, data };
    },
  ],
];

export function frameDamages(format: ImageFormat): Damage[] {
  return FRAMES.map(([name, harm, alter]) =>
    change(format, name, harm, (canvas) => (canvas.frames < 2 ? undefined : alter(canvas))),
  );
}

/** Saves a result again without a visible change. */
export function resaved(format: ImageFormat): (result: Uint8Array) => Promise<Uint8Array> {
  return async (result) => {
    const canvas = await decodeImage(result, format);
    return (canvas && (await encodeImage(canvas, format, { result }))) ?? result;
  };
}
