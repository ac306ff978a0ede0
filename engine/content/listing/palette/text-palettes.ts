import type { Limits } from '../../../contract/limits.ts';
import { viewOf } from '../../../io/bytes.ts';
import { childrenNamed, descendants } from '../../../io/xml-tree.ts';
import { openZip, writeZip } from '../../../io/zip.ts';
import { decodeXml } from '../../../io/xml.ts';
import { parseXmlTree } from '../../../io/xml-tree.ts';
import { corrupt, createValueBudget, truncated } from '../failures.ts';
import { entryOf, textIn, type Entry, type Listing } from '../model.ts';
import { DECLARATION, element, isObject, jsonOf, lines, linesOf, rootOf, stringIn, textOfFile } from '../text.ts';
import { hexOfRgb, parseHex, rgbOf, type Rgb } from './colours.ts';

const COLOUR_LINE = /^\s*(\d{1,3})\s+(\d{1,3})\s+(\d{1,3})(?:\s+(.*?))?\s*$/;

function rgbIn(entry: Entry): Rgb {
  return rgbOf(entry) ?? [0, 0, 0];
}

function inLine(text: string | undefined): string {
  return text?.replaceAll(/\s+/g, ' ') ?? '';
}

/** GIMP and Inkscape: a colour a line, with its name. */
export function readGimpPalette(bytes: Uint8Array, limits: Limits): Listing {
  const budget = createValueBudget(limits);
  const [first, ...rest] = linesOf(textOfFile(bytes));
  if (!first!.startsWith('GIMP Palette')) throw corrupt('it is no palette of GIMP');
  const title = rest.map((line) => /^Name:\s*(.*?)\s*$/.exec(line)?.[1]).find((name) => name !== undefined);
  const entries = rest.flatMap((line) => {
    const [, red, green, blue, name] = COLOUR_LINE.exec(line) ?? [];
    if (red === undefined) return [];
    budget.take(1);
    return [
      entryOf({ name: name === 'Untitled' ? undefined : name, colour: hexOfRgb([red, green!, blue!].map(Number)) }),
    ];
  });
  return { ...(title && { title }), entries };
}

export function writeGimpPalette({ title, entries }: Listing): string {
  const rows = entries.map((entry) => {
    const numbers = rgbIn(entry)
      .map((part) => String(part).padStart(3))
      .join(' ');
    return `${numbers}\t${inLine(textIn(entry, 'name')) || 'Untitled'}\n`;
  });
  return `GIMP Palette\nName: ${inLine(title) || 'Palette'}\nColumns: 0\n#\n${rows.join('')}`;
}

/** Paint Shop Pro. */
export function readJascPalette(bytes: Uint8Array): Listing {
  const [first, , count, ...rest] = linesOf(textOfFile(bytes));
  if (!first!.startsWith('JASC-PAL')) throw corrupt('it is no palette of Paint Shop Pro');
  const colours = rest.flatMap((line) => {
    const [, ...parts] = COLOUR_LINE.exec(line) ?? [];
    return parts.length === 0 ? [] : [entryOf({ colour: hexOfRgb(parts.slice(0, 3).map(Number)) })];
  });
  if (colours.length < Number(count)) throw truncated('colours are missing', { found: colours.length });
  return { entries: colours };
}

export function writeJascPalette({ entries }: Listing): string {
  return `JASC-PAL\r\n0100\r\n${entries.length}\r\n${entries.map((entry) => `${rgbIn(entry).join(' ')}\r\n`).join('')}`;
}

/** Microsoft's palettes in RIFF. */
export function readRiffPalette(bytes: Uint8Array): Listing {
  if (bytes.byteLength < 24) throw truncated('its header is not whole');
  const count = viewOf(bytes).getUint16(22, true);
  if (24 + 4 * count > bytes.byteLength) throw truncated('colours are missing', { count });
  return {
    entries: Array.from({ length: count }, (_, index) =>
      entryOf({ colour: hexOfRgb([...bytes.subarray(24 + 4 * index, 27 + 4 * index)]) }),
    ),
  };
}

export function writeRiffPalette({ entries }: Listing): Uint8Array {
  const bytes = new Uint8Array(24 + 4 * entries.length);
  const view = viewOf(bytes);
  const mark = (text: string, at: number): void =>
    [...text].forEach((char, index) => (bytes[at + index] = char.charCodeAt(0)));
  mark('RIFF', 0);
  view.setUint32(4, bytes.byteLength - 8, true);
  mark('PAL data', 8);
  view.setUint32(16, 4 + 4 * entries.length, true);
  view.setUint16(20, 0x0300, true);
  view.setUint16(22, entries.length, true);
  for (const [index, entry] of entries.entries()) bytes.set(rgbIn(entry), 24 + 4 * index);
  return bytes;
}

/** A colour a line in six digits, as Lospec has them. */
export function readHexPalette(bytes: Uint8Array): Listing {
  return coloursByLine(textOfFile(bytes));
}

/** Paint.NET has eight digits, opacity before the colour, and comments. */
export function readPaintNet(bytes: Uint8Array): Listing {
  const text = textOfFile(bytes).replaceAll(/;.*$/gm, '');
  return coloursByLine(text.replaceAll(/^\s*[0-9a-f]{2}(?=[0-9a-f]{6}\s*$)/gim, ''));
}

function coloursByLine(text: string): Listing {
  const entries = linesOf(text).flatMap((raw) => {
    const line = raw.trim();
    if (line === '') return [];
    const rgb = parseHex(line);
    if (!rgb) throw corrupt('a line is no colour');
    return [entryOf({ colour: hexOfRgb(rgb) })];
  });
  return { entries };
}

export function writeHexPalette({ entries }: Listing): string {
  return entries.map((entry) => `${hexOfRgb(rgbIn(entry)).slice(1)}\n`).join('');
}

export function writePaintNet({ entries }: Listing): string {
  return `; paint.net Palette File\r\n${entries.map((entry) => `FF${hexOfRgb(rgbIn(entry)).slice(1).toUpperCase()}\r\n`).join('')}`;
}

/** Colour tables of OpenOffice and LibreOffice. */
export function readOfficeColours(bytes: Uint8Array, limits: Limits): Listing {
  const root = rootOf(bytes, limits);
  if (root.name !== 'color-table') throw corrupt('it is no table of colours');
  return {
    entries: childrenNamed(root, 'color').map(({ attributes }) =>
      entryOf({ name: attributes.get('name'), colour: attributes.get('color')?.toLowerCase() }),
    ),
  };
}

export function writeOfficeColours({ entries }: Listing): string {
  const colours = entries.map((entry) =>
    element('draw:color', {
      'draw:name': textIn(entry, 'name') ?? textIn(entry, 'colour') ?? '',
      'draw:color': hexOfRgb(rgbIn(entry)),
    }),
  );
  const spaces = {
    'xmlns:office': 'http://openoffice.org/2000/office',
    'xmlns:draw': 'http://openoffice.org/2000/drawing',
    'xmlns:ooo': 'http://openoffice.org/2004/office',
  };
  return `${DECLARATION}${element('ooo:color-table', spaces, `\n${lines(...colours)}`)}\n`;
}

/** The palettes of a widespread extension of Sketch: numbers from 0 to 1. */
export function readSketchPalette(bytes: Uint8Array): Listing {
  const root = jsonOf(bytes);
  if (!isObject(root) || !Array.isArray(root['colors'])) throw corrupt('it is no palette of Sketch');
  return {
    entries: root['colors'].map((colour: unknown) => {
      if (typeof colour === 'string') return entryOf({ colour: hexOfRgb(parseHex(colour) ?? [0, 0, 0]) });
      if (!isObject(colour)) throw corrupt('a colour has no numbers');
      const parts = ['red', 'green', 'blue'].map((name) => 255 * Number(colour[name] ?? 0));
      return entryOf({ name: stringIn(colour['name']), colour: hexOfRgb(parts) });
    }),
  };
}

export function writeSketchPalette({ entries }: Listing): string {
  const colors = entries.map((entry) => {
    const [red, green, blue] = rgbIn(entry).map((part) => part / 255);
    const name = textIn(entry, 'name');
    return { ...(name !== undefined && { name }), red, green, blue, alpha: 1 };
  });
  return `${JSON.stringify({ compatibleVersion: '2.0', pluginVersion: '2.22', colors }, null, 2)}\n`;
}

const KRITA_TYPE = 'krita/x-colorset';

/** Palettes of Krita: a ZIP with groups of entries; colours that have a profile are taken as sRGB. */
export function readKritaPalette(bytes: Uint8Array, limits: Limits): Listing {
  const zip = openZip(bytes, limits);
  const part = zip.entries.find(({ name }) => name === 'colorset.xml');
  if (!part) throw corrupt('it holds no palette');
  const root = parseXmlTree(decodeXml(zip.read(part)), limits).children[0];
  const title = root?.attributes.get('name');
  const entries = root ? [...descendantsWithGroup(root)] : [];
  return { ...(title && { title }), entries };

  function* descendantsWithGroup(node: NonNullable<typeof root>): Generator<Entry> {
    const group = node.name === 'Group' ? node.attributes.get('name') : undefined;
    for (const child of node.children) {
      if (child.name === 'Group') yield* descendantsWithGroup(child);
      else if (child.name === 'ColorSetEntry') {
        const rgb = [...descendants(child, 'RGB')][0] ?? [...descendants(child, 'sRGB')][0];
        const parts = ['r', 'g', 'b'].map((name) => 255 * Number(rgb?.attributes.get(name) ?? 0));
        yield entryOf({ name: child.attributes.get('name'), colour: hexOfRgb(parts), group });
      }
    }
  }
}

export function writeKritaPalette({ title, entries }: Listing): Uint8Array {
  const groups = [...Map.groupBy(entries, (entry) => textIn(entry, 'group'))].sort(
    ([a], [b]) => Number(a !== undefined) - Number(b !== undefined),
  );
  const written = groups.map(([group, colours]) => {
    const elements = colours.map((entry, index) => {
      const [r, g, b] = rgbIn(entry).map((part) => String(part / 255));
      const name = textIn(entry, 'name') ?? '';
      const place = element('Position', { row: String(Math.floor(index / 16)), column: String(index % 16) });
      return element(
        'ColorSetEntry',
        { name, id: '', spot: 'false', bitdepth: 'U8' },
        element('sRGB', { r, g, b }) + place,
      );
    });
    const rows = String(Math.ceil(colours.length / 16));
    return group === undefined
      ? lines(...elements)
      : `${element('Group', { name: group, rows }, `\n${lines(...elements)}`)}\n`;
  });
  const attributes = {
    version: '2.0',
    name: title ?? 'Palette',
    comment: '',
    columns: '16',
    rows: String(Math.ceil(entries.length / 16)),
    readonly: 'false',
  };
  const text = (value: string): Uint8Array => new TextEncoder().encode(value);
  return writeZip([
    { name: 'mimetype', bytes: text(KRITA_TYPE), stored: true },
    {
      name: 'colorset.xml',
      bytes: text(`${DECLARATION}${element('ColorSet', attributes, `\n${written.join('')}`)}\n`),
    },
    { name: 'profiles.xml', bytes: text(`${DECLARATION}<Profiles/>\n`) },
  ]);
}
