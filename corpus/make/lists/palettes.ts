/** Big endian, field by field. */
function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * index);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function utf16(text: string): Buffer {
  return Buffer.from(`${text}\0`, 'utf16le').swap16();
}

function floats(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeFloatBE(value, 4 * index);
  return bytes;
}

function block(kind: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([u16(kind), u32(content.length), content]);
}

function swatch(name: string, model: string, ...values: readonly number[]): Buffer {
  return block(1, u16(name.length + 1), utf16(name), Buffer.from(model, 'latin1'), floats(...values), u16(2));
}

const group = 'Wheel';
const SWATCHES = [
  swatch('Sky blue', 'RGB ', 0.25, 0.5, 1),
  block(0xc001, u16(group.length + 1), utf16(group)),
  swatch('Oak', 'CMYK', 0, 0.5, 0.75, 0.25),
  swatch('Moss', 'LAB ', 0.5, -30, 40),
  swatch('Grau 50 %', 'Gray', 0.5),
  block(0xc002),
];

const COLOURS = [
  [0, 0x4000, 0x8000, 0xffff, 0],
  [1, 0x2aaa, 0xffff, 0xffff, 0],
  [2, 0xffff, 0x8000, 0x4000, 0xffff],
  [7, 5000, -3000, 4000, 0],
  [8, 2500, 0, 0, 0],
];
const NAMES = ['Sky', 'Sun', 'Oak', 'Moss', 'Grey'];

const table = Buffer.alloc(772);
for (const [index, colour] of [0x4080ff, 0xffc000, 0x8a5a2b].entries()) table.writeUIntBE(colour, 3 * index, 3);
table.writeUInt16BE(3, 768);
table.writeUInt16BE(0xffff, 770);

const riff = Buffer.alloc(24 + 12);
riff.write('RIFF', 0, 'latin1');
riff.writeUInt32LE(28, 4);
riff.write('PAL data', 8, 'latin1');
riff.writeUInt32LE(16, 16);
riff.writeUInt16LE(0x300, 20);
riff.writeUInt16LE(3, 22);
for (const [index, colour] of [0x4080ff, 0xffc000, 0x8a5a2b].entries()) riff.writeUIntBE(colour, 24 + 4 * index, 3);

const ROWS = [
  { name: 'Sky blue', colour: '#4080ff' },
  { name: 'Sun', colour: '#ffc000' },
  { name: 'Oak', colour: '#8a5a2b' },
];

export const PALETTES = {
  'swatches/four-models-group.ase': Buffer.concat([Buffer.from('ASEF'), u16(1, 0), u32(SWATCHES.length), ...SWATCHES]),
  'aco/five-models-names.aco': Buffer.concat([
    u16(1, COLOURS.length),
    ...COLOURS.map((colour) => u16(...colour)),
    u16(2, COLOURS.length),
    ...COLOURS.flatMap((colour, index) => [u16(...colour), u32(NAMES[index]!.length + 1), utf16(NAMES[index]!)]),
  ]),
  'act/three-colours.act': table,
  'gpl/names.gpl': `GIMP Palette
Name: Mill
Columns: 4
# The colours of the mill
 64 128 255	Sky blue
255 192   0	Sun
138  90  43	Untitled
`,
  'jascpal/three-colours.pal': 'JASC-PAL\r\n0100\r\n3\r\n64 128 255\r\n255 192 0\r\n138 90 43\r\n',
  'riffpal/three-colours.pal': riff,
  'hexpal/three-colours.hex': '4080ff\nffc000\n8a5a2b\n',
  'paintnet/three-colours.txt':
    '; paint.net Palette File\r\n; Opacity, red, green, blue\r\nFF4080FF\r\nFFFFC000\r\nFF8A5A2B\r\n',
  'soc/names.soc': `<?xml version="1.0" encoding="UTF-8"?>
<ooo:color-table xmlns:office="http://openoffice.org/2000/office" xmlns:draw="http://openoffice.org/2000/drawing" xmlns:ooo="http://openoffice.org/2004/office">
 <draw:color draw:name="Sky blue" draw:color="#4080ff"/>
 <draw:color draw:name="Sun &amp; sand" draw:color="#ffc000"/>
</ooo:color-table>
`,
  'sketchpalette/numbers.sketchpalette': `{"compatibleVersion":"2.0","pluginVersion":"2.22","colors":[{"name":"Sky blue","red":0.25098039215686274,"green":0.5019607843137255,"blue":1,"alpha":1},{"red":1,"green":0.7529411764705882,"blue":0,"alpha":1}]}
`,
  'json/palette-three-names.json': `${JSON.stringify(ROWS, null, 2)}\n`,
};

/** The part of a palette of Krita that has its colours. */
export const KRITA = `<?xml version="1.0" encoding="UTF-8"?>
<ColorSet version="2.0" name="Mill" comment="" columns="16" rows="1" readonly="false">
 <ColorSetEntry name="Sky blue" id="1" spot="false" bitdepth="U8"><RGB r="0.250980" g="0.501961" b="1" space="sRGB-elle-V2-srgbtrc.icc"/><Position row="0" column="0"/></ColorSetEntry>
 <Group name="Wheel" rows="1">
  <ColorSetEntry name="Oak" id="2" spot="false" bitdepth="U8"><RGB r="0.541176" g="0.352941" b="0.168627" space="sRGB-elle-V2-srgbtrc.icc"/><Position row="0" column="0"/></ColorSetEntry>
 </Group>
</ColorSet>
`;
