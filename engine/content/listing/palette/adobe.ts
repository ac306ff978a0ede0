import { concatBytes, viewOf } from '../../../io/bytes.ts';
import type { Limits } from '../../../contract/limits.ts';
import { corrupt, createValueBudget, truncated } from '../failures.ts';
import { entryOf, textIn, type Entry, type Listing } from '../model.ts';
import { hexOfRgb, rgbOf, rgbOfHsb, rgbOfInks, rgbOfLab, type Rgb } from './colours.ts';

const HEADER_BYTES = 12;
const [GROUP_START, GROUP_END, COLOUR] = [0xc001, 0xc002, 0x0001];
/** How many numbers a model has, and which colour they are. */
const MODELS: Readonly<Record<string, readonly [count: number, rgb: (parts: readonly number[]) => Rgb]>> = {
  'RGB ': [3, (parts) => parts.map((part) => part * 255) as unknown as Rgb],
  CMYK: [4, rgbOfInks],
  'LAB ': [3, ([lightness = 0, a = 0, b = 0]) => rgbOfLab([lightness * 100, a, b])],
  Gray: [1, ([part = 0]) => [part * 255, part * 255, part * 255]],
};

/** Adobe Swatch Exchange: blocks of groups and colours, each with a name in UTF-16. */
export function readSwatchExchange(bytes: Uint8Array, limits: Limits): Listing {
  const view = viewOf(bytes);
  if (bytes.byteLength < HEADER_BYTES || view.getUint32(0) !== 0x41534546) throw corrupt('it holds no swatches');
  const budget = createValueBudget(limits);
  const entries: Entry[] = [];
  let group: string | undefined;
  let at = HEADER_BYTES;
  for (let left = view.getUint32(8); left > 0; left--) {
    if (at + 6 > bytes.byteLength) throw truncated('a block is missing');
    budget.take(1);
    const [kind, length] = [view.getUint16(at), view.getUint32(at + 2)];
    const block = bytes.subarray(at + 6, at + 6 + length);
    if (block.byteLength < length) throw truncated('a block is not whole');
    if (kind === GROUP_START) group = nameIn(block).name;
    else if (kind === GROUP_END) group = undefined;
    else if (kind === COLOUR) entries.push(colourOf(block, group));
    at += 6 + length;
  }
  return { entries };
}

function nameIn(block: Uint8Array): { readonly name: string; readonly end: number } {
  if (block.byteLength < 2) throw truncated('a name is missing');
  const end = 2 + 2 * viewOf(block).getUint16(0);
  if (end > block.byteLength) throw truncated('a name is not whole');
  return { name: new TextDecoder('utf-16be').decode(block.subarray(2, end)).replace(/\0+$/, ''), end };
}

function colourOf(block: Uint8Array, group: string | undefined): Entry {
  const { name, end } = nameIn(block);
  const model = String.fromCharCode(...block.subarray(end, end + 4));
  const [count, rgbOfParts] = MODELS[model] ?? [];
  if (count === undefined || rgbOfParts === undefined) throw corrupt('a colour is of an unknown model');
  if (end + 4 + 4 * count > block.byteLength) throw truncated('a colour is not whole');
  const view = viewOf(block);
  const parts = Array.from({ length: count }, (_, index) => view.getFloat32(end + 4 + 4 * index));
  return entryOf({ name, colour: hexOfRgb(rgbOfParts(parts)), group, ...notRgb(model.trim(), parts) });
}

/** Colours of other models keep their numbers beside what a screen shows of them. */
function notRgb(model: string, parts: readonly number[]): Record<string, string> {
  return model === 'RGB' ? {} : { model, components: parts.map((part) => Number(part.toPrecision(6))).join(' ') };
}

export function writeSwatchExchange({ entries }: Listing): Uint8Array {
  const blocks: Uint8Array[] = [];
  let group: string | undefined;
  for (const entry of entries) {
    const own = textIn(entry, 'group');
    if (own !== group) {
      if (group !== undefined) blocks.push(blockOf(GROUP_END, new Uint8Array()));
      if (own !== undefined) blocks.push(blockOf(GROUP_START, nameOf(own)));
      group = own;
    }
    blocks.push(blockOf(COLOUR, colourBytes(entry)));
  }
  if (group !== undefined) blocks.push(blockOf(GROUP_END, new Uint8Array()));
  const head = new Uint8Array(HEADER_BYTES);
  head.set([0x41, 0x53, 0x45, 0x46, 0, 1]);
  viewOf(head).setUint32(8, blocks.length);
  return concatBytes([head, ...blocks]);
}

function blockOf(kind: number, content: Uint8Array): Uint8Array {
  const block = new Uint8Array(6 + content.byteLength);
  viewOf(block).setUint16(0, kind);
  viewOf(block).setUint32(2, content.byteLength);
  block.set(content, 6);
  return block;
}

/** UTF-16, big endian, with its length before it and a zero behind it. */
function nameOf(text: string): Uint8Array {
  const name = new Uint8Array(2 + 2 * (text.length + 1));
  const view = viewOf(name);
  view.setUint16(0, text.length + 1);
  for (let at = 0; at < text.length; at++) view.setUint16(2 + 2 * at, text.charCodeAt(at));
  return name;
}

function colourBytes(entry: Entry): Uint8Array {
  const own = Object.keys(MODELS).find((model) => model.trim() === textIn(entry, 'model'));
  const parts = textIn(entry, 'components')?.split(' ').map(Number) ?? [];
  const isOwn = own !== undefined && parts.length === MODELS[own]![0] && parts.every(Number.isFinite);
  const model = isOwn ? own : 'RGB ';
  const numbers = isOwn ? parts : (rgbOf(entry) ?? [0, 0, 0]).map((part) => part / 255);
  const tail = new Uint8Array(4 + 4 * numbers.length + 2);
  const view = viewOf(tail);
  for (let at = 0; at < 4; at++) tail[at] = model.charCodeAt(at);
  for (const [index, number] of numbers.entries()) view.setFloat32(4 + 4 * index, number);
  view.setUint16(tail.byteLength - 2, 2);
  return concatBytes([nameOf(textIn(entry, 'name') ?? textIn(entry, 'colour') ?? ''), tail]);
}

/** Swatches of Photoshop: version 1 holds numbers, version 2 behind it the same again with names. */
export function readPhotoshopSwatches(bytes: Uint8Array, limits: Limits): Listing {
  const view = viewOf(bytes);
  if (bytes.byteLength < 4) throw truncated('its header is not whole');
  const count = view.getUint16(2);
  createValueBudget(limits).take(count);
  const isSecond = view.getUint16(0) === 2;
  const second = isSecond ? 0 : 4 + 10 * count;
  const hasNames = second + 4 <= bytes.byteLength && view.getUint16(second) === 2;
  let at = (hasNames ? second : 0) + 4;
  const entries: Entry[] = [];
  for (let index = 0; index < (hasNames ? view.getUint16(second + 2) : count); index++) {
    if (at + 10 > bytes.byteLength) throw truncated('a colour is missing');
    const [space, ...parts] = [0, 2, 4, 6, 8].map((offset) => view.getUint16(at + offset));
    at += 10;
    let name: string | undefined;
    if (hasNames) {
      const length = at + 4 <= bytes.byteLength ? view.getUint32(at) : Infinity;
      if (at + 4 + 2 * length > bytes.byteLength) throw truncated('a name is not whole');
      name = new TextDecoder('utf-16be').decode(bytes.subarray(at + 4, at + 4 + 2 * length)).replace(/\0+$/, '');
      at += 4 + 2 * length;
    }
    entries.push(swatchOf(space!, parts, name));
  }
  return { entries };
}

const SIXTEEN = 65_535;

function swatchOf(space: number, parts: readonly number[], name: string | undefined): Entry {
  const share = parts.map((part) => part / SIXTEEN);
  const signed = (part: number): number => (part > 32_767 ? part - 65_536 : part) / 100;
  switch (space) {
    case 0:
      return entryOf({ name, colour: hexOfRgb(share.map((part) => part * 255)) });
    case 1:
      return entryOf({ name, colour: hexOfRgb(rgbOfHsb(share)), ...notRgb('HSB', share.slice(0, 3)) });
    case 2: {
      const inks = share.map((part) => 1 - part);
      return entryOf({ name, colour: hexOfRgb(rgbOfInks(inks)), ...notRgb('CMYK', inks) });
    }
    case 7: {
      const lab = [parts[0]! / 100, signed(parts[1]!), signed(parts[2]!)];
      return entryOf({ name, colour: hexOfRgb(rgbOfLab(lab)), ...notRgb('LAB', [lab[0]! / 100, lab[1]!, lab[2]!]) });
    }
    case 8: {
      const grey = 255 * (1 - parts[0]! / 10_000);
      return entryOf({ name, colour: hexOfRgb([grey, grey, grey]), ...notRgb('Gray', [grey / 255]) });
    }
    default:
      throw corrupt('a colour is of an unknown model');
  }
}

export function writePhotoshopSwatches({ entries }: Listing): Uint8Array {
  const colours = entries.map((entry) => {
    const bytes = new Uint8Array(10);
    for (const [index, part] of (rgbOf(entry) ?? [0, 0, 0]).entries())
      viewOf(bytes).setUint16(2 + 2 * index, part * 257);
    return bytes;
  });
  const head = (version: number): Uint8Array =>
    new Uint8Array([0, version, entries.length >> 8, entries.length & 0xff]);
  const named = entries.flatMap((entry, index) => {
    const name = nameOf(textIn(entry, 'name') ?? textIn(entry, 'colour') ?? '');
    return [colours[index]!, new Uint8Array(2), name];
  });
  return concatBytes([head(1), ...colours, head(2), ...named]);
}

/** Colours of an indexed image: 256 of them, and how many of them count. */
export function readColourTable(bytes: Uint8Array): Listing {
  if (bytes.byteLength !== 768 && bytes.byteLength !== 772) throw corrupt('it is no table of 256 colours');
  const count = bytes.byteLength === 772 ? viewOf(bytes).getUint16(768) : 256;
  if (count > 256) throw corrupt('it counts more colours than it has');
  return {
    entries: Array.from({ length: count }, (_, index) =>
      entryOf({ colour: hexOfRgb([...bytes.subarray(3 * index, 3 * index + 3)]) }),
    ),
  };
}

export function writeColourTable({ entries }: Listing): Uint8Array {
  const table = new Uint8Array(772);
  for (const [index, entry] of entries.entries()) table.set(rgbOf(entry) ?? [0, 0, 0], 3 * index);
  viewOf(table).setUint16(768, entries.length);
  viewOf(table).setUint16(770, 0xffff);
  return table;
}
