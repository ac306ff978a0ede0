import { ConversionError } from '../../../contract/errors.ts';
import type { RgbaImage } from '../inspect/raster.ts';

/** How a row is packed (PCL 5 Technical Reference Manual, chapter 15). */
const PACKING = { none: 0, runs: 1, packBits: 2, changes: 3 } as const;
const ESCAPE = 0x1b;
/** A command: its kind and group, then numbers with a letter each; the last letter is a capital. */
const COMMAND = /^([%&*()])([a-z])((?:[-+]?\d*[a-z@])*[-+]?\d*[A-Z@])/;
const RESET = 0x45;
/** Bits of a pixel by the mode of *Configure Image Data*: an index into the palette, or three colours. */
const PIXEL_MODE = { indexed: 1, direct: 3 } as const;

interface Page {
  width: number;
  height: number;
  mode: 'mono' | 'indexed' | 'direct';
  packing: number;
  readonly palette: Uint8Array;
  /** Red, green and blue of the next palette entry. */
  readonly colour: [number, number, number];
  row: Uint8Array;
  y: number;
  data: Uint8Array;
}

/** Reads the first raster page of a printer file. Throws `input_corrupt` for what is none, or has no image. */
export function readPclImage(file: Uint8Array, maxPixels: number): RgbaImage {
  const page: Page = {
    ...{ width: 0, height: 0, mode: 'mono', packing: PACKING.none, palette: new Uint8Array(768), colour: [0, 0, 0] },
    ...{ row: new Uint8Array(), y: 0, data: new Uint8Array() },
  };
  if (file[0] !== ESCAPE || file[1] !== RESET) throw damaged('its beginning');
  if (file.at(-2) !== ESCAPE || file.at(-1) !== RESET) throw damaged('its end');
  let hasEnded = false;
  for (let at = 2; at < file.length - 2 && !hasEnded;) {
    if (file[at] !== ESCAPE) throw damaged('a command');
    const head = String.fromCharCode(...file.subarray(at + 1, at + 65));
    const match = COMMAND.exec(head);
    if (!match) throw damaged('a command');
    at += 1 + match[0].length;
    for (const [, number = '', letter = ''] of match[3]!.matchAll(/([-+]?\d*)([a-zA-Z@])/g)) {
      const name = `${match[1]}${match[2]}${letter.toUpperCase()}`;
      const value = Number(number);
      const hasData = name === '*bW' || name === '*vW';
      if (hasData && at + value > file.length - 2) throw damaged('its data');
      run(page, name, value, hasData ? file.subarray(at, at + value) : NO_BYTES, maxPixels);
      if (hasData) at += value;
      hasEnded ||= name === '*rB' || name === '*rC';
    }
  }
  if (!hasEnded || page.data.length === 0 || page.y !== page.height) throw damaged('its rows');
  return { width: page.width, height: page.height, data: page.data };
}

const NO_BYTES = new Uint8Array();

function run(page: Page, name: string, value: number, data: Uint8Array, maxPixels: number): void {
  switch (name) {
    case '*rS':
      page.width = value;
      break;
    case '*rT':
      page.height = value;
      break;
    case '*vW':
      page.mode = data[1] === PIXEL_MODE.direct ? 'direct' : 'indexed';
      break;
    case '*vA':
    case '*vB':
    case '*vC':
      page.colour['ABC'.indexOf(name[2]!)] = value;
      break;
    case '*vI':
      page.palette.set(page.colour, (value & 255) * 3);
      break;
    case '*rA':
      start(page, maxPixels);
      break;
    case '*bM':
      page.packing = value;
      break;
    case '*bY':
      page.row.fill(0);
      page.y += value;
      break;
    case '*bW':
      putRow(page, data);
      break;
    default: // resolutions and margins say nothing of the image
  }
}

function start(page: Page, maxPixels: number): void {
  const { width, height, mode } = page;
  if (width <= 0 || height <= 0 || width * height > maxPixels) throw damaged('its size');
  page.data = new Uint8Array(width * height * 4).fill(255);
  page.row = new Uint8Array(mode === 'direct' ? width * 3 : mode === 'indexed' ? width : Math.ceil(width / 8));
}

function putRow(page: Page, packed: Uint8Array): void {
  const { row, width, height, mode, palette, data, y } = page;
  if (data.length === 0 || y >= height) throw damaged('its rows');
  unpack(packed, row, page.packing);
  for (let x = 0; x < width; x++) {
    const at = (y * width + x) * 4;
    if (mode === 'direct') data.set(row.subarray(x * 3, x * 3 + 3), at);
    else if (mode === 'indexed') data.set(palette.subarray(row[x]! * 3, row[x]! * 3 + 3), at);
    else if (row[x >> 3]! & (0x80 >> (x & 7))) data.fill(0, at, at + 3);
  }
  page.y++;
}

/** Unpacks into the row before, of which one way of packing tells the changes alone. */
function unpack(packed: Uint8Array, row: Uint8Array, packing: number): void {
  if (packing === PACKING.changes) return changeRow(packed, row);
  row.fill(0);
  let to = 0;
  const put = (byte: number): void => {
    if (to < row.length) row[to++] = byte;
  };
  if (packing === PACKING.none) return void row.set(packed.subarray(0, row.length));
  for (let at = 0; at < packed.length;) {
    const count = packed[at++]!;
    if (packing === PACKING.runs) {
      for (let index = 0; index <= count; index++) put(packed[at] ?? 0);
      at++;
    } else if (count < 128) for (let index = 0; index <= count; index++) put(packed[at++] ?? 0);
    else if (count > 128) {
      for (let index = 0; index < 257 - count; index++) put(packed[at] ?? 0);
      at++;
    }
  }
}

/** Groups of up to eight bytes that differ, each after an offset from where the last one ended. */
function changeRow(packed: Uint8Array, row: Uint8Array): void {
  let to = 0;
  for (let at = 0; at < packed.length;) {
    const command = packed[at++]!;
    let offset = command & 31;
    for (let more = offset === 31; more;) {
      const next = packed[at++] ?? 0;
      offset += next;
      more = next === 255;
    }
    to += offset;
    for (let count = (command >> 5) + 1; count > 0; count--) {
      if (to >= row.length || at >= packed.length) throw damaged('a row');
      row[to++] = packed[at++]!;
    }
  }
}

function damaged(what: string): ConversionError {
  return new ConversionError({
    code: 'input_corrupt',
    message: `The printer file cannot be read: ${what} is not as expected.`,
  });
}
