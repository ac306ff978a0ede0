import { gzipSync } from 'node:zlib';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bytesSource, detect } from '../../../engine/formats/detect/index.ts';
import { formatOf, resolveFormat, type FormatId } from '../../../engine/formats/index.ts';
import { CORPUS } from '../../../corpus/cases.ts';
import { bytes, ftyp, tiff, u16le, u32be, u32le, utf16, zeros } from '../../support/sample-files.ts';

const formatOfContent = async (content: Uint8Array, fileName?: string): Promise<FormatId> =>
  (await detect(bytesSource(content), { fileName })).format;

const u16be = (value: number): number[] => u16le(value).reverse();
/** Noise without structure behind a header, so that nothing but the header tells. */
const noise = (count: number): Uint8Array => Uint8Array.from({ length: count }, (_, at) => (at * 197 + 131) & 0xff);
const jpeg2000 = (brand: string): Uint8Array => bytes(u32be(12), 'jP  \r\n', [0x87], '\n', ftyp(brand));
const jpegSegment = (marker: number, content: Uint8Array): Uint8Array =>
  bytes([0xff, marker], u16be(content.byteLength + 2), content);

/** JPEG with an index of two images, the second of this type (CIPA DC-007). */
function jpegWithIndex(type: number): Uint8Array {
  const entry = (attributes: number): Uint8Array => bytes(u32be(attributes), zeros(12));
  const index = bytes(
    'MM',
    [0, 42],
    u32be(8),
    u16be(1),
    bytes(u16be(0xb002), u16be(7), u32be(32), u32be(26)),
    u32be(0),
    entry(0x2003_0000),
    entry(type),
  );
  return bytes([0xff, 0xd8], jpegSegment(0xe2, bytes('MPF', 0, index)), jpegSegment(0xda, noise(20)));
}

function targa({ type = 2 } = {}): Uint8Array {
  return bytes([0, 0, type], zeros(9), u16le(4), u16le(3), [24, 0], noise(4 * 3 * 3));
}

const CFA = 32_803;
const sensorOf = (maker: string, model = 'X'): Uint8Array =>
  tiff([
    [262, CFA],
    [271, maker],
    [272, model],
  ]);

describe('an image is known without its name by', () => {
  it.each<[string, Uint8Array, FormatId]>([
    ['Photoshop, small', bytes('8BPS', [0, 1], noise(40)), 'psd'],
    ['Photoshop, large', bytes('8BPS', [0, 2], noise(40)), 'psb'],
    ['JPEG 2000', jpeg2000('jp2 '), 'jp2'],
    ['JPEG 2000 part 2', jpeg2000('jpx '), 'jpx'],
    ['JPEG 2000 compound', jpeg2000('jpm '), 'jpm'],
    ['a bare JPEG 2000 codestream', bytes([0xff, 0x4f, 0xff, 0x51, 0, 47], noise(60)), 'j2k'],
    ['JPEG network graphics', bytes([0x8b], 'JNG\r\n', [0x1a], '\n', noise(40)), 'jng'],
    ['animated network graphics', bytes([0x8a], 'MNG\r\n', [0x1a], '\n', noise(40)), 'mng'],
    ['a texture', bytes('DDS ', u32le(124), noise(120)), 'dds'],
    ['a Khronos texture', bytes([0xab], 'KTX 11', [0xbb], '\r\n', [0x1a], '\n', noise(60)), 'ktx'],
    ['OpenEXR', bytes([0x76, 0x2f, 0x31, 1, 2, 0, 0, 0], 'channels', 0, noise(40)), 'exr'],
    ['Radiance', bytes('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 2\n', noise(16)), 'hdr'],
    ['QOI', bytes('qoif', u32be(2), u32be(2), [3, 0], noise(20)), 'qoi'],
    ['farbfeld', bytes('farbfeld', u32be(1), u32be(1), noise(8)), 'ff'],
    ['FLIF', bytes('FLIF', [0x31, 0x31], noise(40)), 'flif'],
    ['BPG', bytes('BPG', [0xfb], noise(40)), 'bpg'],
    ['PC Paintbrush', bytes([10, 5, 1, 8], zeros(4), u16le(3), u16le(3), zeros(53), 3, zeros(62), noise(40)), 'pcx'],
    ['several PCX', bytes([0xb1, 0x68, 0xde, 0x3a], u32le(8), u32le(0), noise(40)), 'dcx'],
    ['Silicon Graphics', bytes([1, 0xda, 1, 1], u16be(3), u16be(4), u16be(4), u16be(3), noise(40)), 'sgi'],
    ['Sun raster', bytes([0x59, 0xa6, 0x6a, 0x95], u32be(4), u32be(4), noise(40)), 'ras'],
    ['DPX, big-endian', bytes('SDPX', [0, 0, 8, 0], 'V1.0', noise(40)), 'dpx'],
    ['DPX, little-endian', bytes('XPDS', [0, 8, 0, 0], 'V1.0', noise(40)), 'dpx'],
    ['Cineon', bytes([0x80, 0x2a, 0x5f, 0xd7], noise(40)), 'cin'],
    ['FITS', bytes(`${'SIMPLE  =                    T'.padEnd(80)}${'END'.padEnd(2800)}`, noise(40)), 'fits'],
    ['MIFF', bytes('id=ImageMagick  version=1.0\nclass=DirectClass\n\f\n:', [0x1a], noise(40)), 'miff'],
    ['Khoros', bytes([0xab, 1, 1, 3, 2], zeros(3), noise(1024)), 'viff'],
    ['VICAR', bytes("LBLSIZE=4096 FORMAT='BYTE' TYPE='IMAGE'", zeros(60), noise(40)), 'vicar'],
    ['X bitmap', bytes('#define a-b_width 8\n#define a-b_height 1\nstatic char a-b_bits[] = {\n  0xff };\n'), 'xbm'],
    [
      'X bitmap with a hot spot',
      bytes(
        '/* ours */\n#define p_width 8\n#define p_height 1\n#define p_x_hot 3\nstatic unsigned char p_bits[] = { 0x00 };',
      ),
      'xbm',
    ],
    ['X pixmap', bytes('/* XPM */\nstatic char *p[] = {\n"1 1 1 1",\n"a c #fff",\n"a"};\n'), 'xpm'],
    ['QuickDraw 2', bytes(zeros(512), noise(10), [0, 0x11, 2, 0xff, 0x0c, 0], noise(40)), 'pict'],
    ['QuickDraw 1', bytes(zeros(514), u16be(1), u16be(1), u16be(9), u16be(9), [0x11, 1], noise(40)), 'pict'],
    ['WordPerfect', bytes([0xff], 'WPC', u32le(16), [1, 0x16, 1, 0], noise(40)), 'wpg'],
    ['Photo CD', bytes(new Uint8Array(2048).fill(0xff), 'PCD_IPI', noise(40)), 'pcd'],
    ['Sixel', bytes([0x1b], 'Pq"1;1;2;2#0;2;0;0;0#0~~$-', [0x1b], '\\'), 'sixel'],
    ['GIMP', bytes('gimp xcf v003', 0, noise(40)), 'xcf'],
    ['DICOM', bytes(zeros(128), 'DICM', noise(40)), 'dcm'],
    ['DICOM without its marker', bytes(u16le(8), u16le(5), 'CS', u16le(10), 'ISO_IR 100', noise(140)), 'dcm'],
    ['JPEG XL, bare', bytes([0xff, 0x0a], noise(40)), 'jxl'],
    ['JPEG XL, boxed', bytes(u32be(12), 'JXL \r\n', [0x87], '\n', noise(40)), 'jxl'],
    ['JPEG XR', bytes('II', [0xbc, 1], u32le(8), noise(40)), 'jxr'],
    ['JPEG-LS', bytes([0xff, 0xd8], jpegSegment(0xf7, noise(12)), noise(40)), 'jls'],
    [
      'JPEG-LS behind a comment',
      bytes([0xff, 0xd8], jpegSegment(0xfe, bytes('hello')), jpegSegment(0xf7, noise(12))),
      'jls',
    ],
    ['JPEG', bytes([0xff, 0xd8], jpegSegment(0xe0, bytes('JFIF', 0, noise(9))), jpegSegment(0xda, noise(20))), 'jpg'],
    ['two pictures for two eyes', jpegWithIndex(0x02_0002), 'mpo'],
    ['a preview beside a picture', jpegWithIndex(0x01_0002), 'jpg'],
    ['a gain map beside a picture', jpegWithIndex(0), 'jpg'],
    ['Apple icons', bytes('icns', u32be(48), noise(40)), 'icns'],
    ['an animated cursor', bytes('RIFF', u32le(100), 'ACONanih', noise(40)), 'ani'],
    ['Aseprite', bytes(u32le(200), [0xe0, 0xa5], zeros(126), [0xfa, 0xf1], noise(40)), 'ase'],
    ['FilmLight', bytes('FL32', u32le(2), u32le(2), u32le(3), noise(40)), 'fl32'],
    ['a JPEG 2000 test image', bytes('PG ML + 8 4 4\n', noise(16)), 'pgx'],
    ['a drawing of Windows', bytes([0xd7, 0xcd, 0xc6, 0x9a], noise(40)), 'wmf'],
    ['an enhanced drawing of Windows', bytes(u32le(1), zeros(36), ' EMF', noise(40)), 'emf'],
    ['an old Illustrator file', bytes('%!PS-Adobe-3.0 \r\n%%Title: a\r\n%%Creator: Adobe Illustrator(R) 7\r\n'), 'ai'],
    ['encapsulated PostScript', bytes('%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n'), 'eps'],
    ['encapsulated PostScript with a preview', bytes([0xc5, 0xd0, 0xd3, 0xc6], u32le(30), noise(40)), 'eps'],
    ['SVG in UTF-16', utf16('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'svg'],
    [
      'SVG with a prefix',
      bytes('<?xml version="1.0"?>\n<!-- a -->\n<s:svg xmlns:s="http://www.w3.org/2000/svg"/>'),
      'svg',
    ],
    ['compressed SVG', gzipSync('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'svgz'],
  ])('%s', async (_name, content, expected) => {
    expect(await formatOfContent(content)).toBe(expected);
  });

  it.each<[string, Uint8Array, FormatId]>([
    ['bits in text', bytes('P1\n3 1\n1 0 1\n'), 'pbm'],
    ['greys in text', bytes('P2\n# ours\n2 1 255\n0 255\n'), 'pgm'],
    ['colours in text, all on one line', bytes('P3 1 1 255 0 0 0'), 'ppm'],
    ['bits', bytes('P4\n8 1\n', 0xaa), 'pbm'],
    ['greys', bytes('P5\n4 4\n255\n', noise(16)), 'pgm'],
    ['colours that are letters', bytes('P6 2 1 255\nabcdef'), 'ppm'],
    ['colours of sixteen bits', bytes('P6\r\n1 1\r\n65535\r', noise(6)), 'ppm'],
    ['a header without pixels', bytes('P6\n99999999 99999999\n255\n'), 'ppm'],
    ['any channels', bytes('P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nENDHDR\n', noise(4)), 'pam'],
    ['floats', bytes('PF\n1 1\n-1.0\n', noise(12)), 'pfm'],
    ['halves', bytes('Ph\n1 1\n-1.0\n', noise(2)), 'phm'],
  ])('the numbers of its header: %s', async (_name, content, expected) => {
    expect(await formatOfContent(content)).toBe(expected);
  });

  it.each<[string, Uint8Array, FormatId]>([
    ['AVS', bytes(u32be(3), u32be(3), noise(36)), 'avs'],
    ['Dune', bytes(u32le(3), u32le(3), noise(36)), 'aai'],
    ['MTV', bytes('3 4\n', [0, 1, 2], noise(33)), 'mtv'],
    ['WAP', bytes([0, 0, 0x81, 0, 2], noise(32)), 'wbmp'],
    ['Nokia', bytes([0, 72, 14, 1], noise(126)), 'otb'],
    ['Truevision with its footer', bytes(targa(), noise(40), zeros(8), 'TRUEVISION-XFILE.', 0), 'tga'],
    ['Truevision without it', targa(), 'tga'],
    ['Truevision with run lengths', targa({ type: 10 }), 'tga'],
  ])('a length that is its size: %s', async (_name, content, expected) => {
    expect(await formatOfContent(content)).toBe(expected);
  });
});

describe('a camera raw is known by', () => {
  it.each<[string, Uint8Array, FormatId]>([
    [
      'the tag of DNG, whatever the maker',
      tiff([
        [50_706, 1],
        [271, 'NIKON'],
      ]),
      'dng',
    ],
    ['Nikon', sensorOf('NIKON CORPORATION', 'NIKON D3'), 'nef'],
    ['a compact Nikon', sensorOf('NIKON', 'COOLPIX P6000'), 'nrw'],
    ['Sony', sensorOf('SONY', 'DSLR-A100'), 'arw'],
    ['Sony’s second', sensorOf('SONY', 'DSC-R1'), 'sr2'],
    ['Sony’s first', sensorOf('SONY', 'DSC-F828'), 'srf'],
    ['Pentax', sensorOf('PENTAX Corporation'), 'pef'],
    ['Samsung', sensorOf('SAMSUNG'), 'srw'],
    ['Hasselblad', sensorOf('Hasselblad'), '3fr'],
    ['Imacon', sensorOf('Imacon'), 'fff'],
    ['Kodak’s compacts', sensorOf('Eastman Kodak Company', 'Kodak DC120 ZOOM Digital Camera'), 'kdc'],
    ['Kodak’s DC25', sensorOf('KODAK', 'Kodak DC25'), 'k25'],
    ['Kodak’s professionals', sensorOf('Kodak', 'DCS Pro 14N'), 'dcr'],
    ['Mamiya', sensorOf('Mamiya-OP Co.,Ltd.'), 'mef'],
    ['Epson', sensorOf('SEIKO EPSON CORP.'), 'erf'],
    [
      'Leaf',
      tiff([
        [34_310, 1],
        [271, 'Leaf'],
      ]),
      'mos',
    ],
    ['Phase One', bytes('II*\0', u32le(16), 'IIII', noise(40)), 'iiq'],
    [
      'Panasonic',
      tiff(
        [
          [46, 1],
          [271, 'Panasonic'],
        ],
        { head: 'IIU\0' },
      ),
      'rw2',
    ],
    ['an old Panasonic', tiff([[271, 'Panasonic']], { head: 'IIU\0' }), 'raw'],
    [
      'Leica',
      tiff(
        [
          [46, 1],
          [271, 'LEICA CAMERA AG'],
        ],
        { head: 'IIU\0' },
      ),
      'rwl',
    ],
    ['Olympus', tiff([[262, 2]], { head: 'IIRS' }), 'orf'],
    ['Canon', bytes('II*\0', u32le(16), 'CR', [2, 0], noise(20)), 'cr2'],
    ['an old Canon', bytes('II', u32le(26), 'HEAPCCDR', noise(20)), 'crw'],
    ['a new Canon', bytes(ftyp('crx ', 'isom')), 'cr3'],
    ['Fujifilm', bytes('FUJIFILMCCD-RAW 0201', noise(40)), 'raf'],
    ['Minolta', bytes([0], 'MRM', noise(40)), 'mrw'],
    ['Sigma', bytes('FOVb', noise(40)), 'x3f'],
  ])('%s', async (_name, content, expected) => {
    expect(await formatOfContent(content)).toBe(expected);
  });

  it.each([
    [
      'a scan by Nikon',
      tiff([
        [262, 2],
        [259, 1],
        [271, 'Nikon'],
      ]),
    ],
    [
      'a scan by Epson',
      tiff([
        [262, 1],
        [259, 5],
        [271, 'EPSON'],
      ]),
    ],
    [
      'a picture of Photoshop',
      tiff([
        [262, 2],
        [34_377, 1],
      ]),
    ],
  ])('nothing that an ordinary TIFF has: %s', async (_name, content) => {
    expect(await formatOfContent(content)).toBe('tiff');
  });

  it('sensor data in the directory that follows the preview', async () => {
    const preview = tiff([
      [262, 2],
      [271, 'PENTAX'],
    ]);
    const second = bytes(u16le(1), u16le(262), u16le(3), u32le(1), u32le(CFA), u32le(0));
    const linked = bytes(preview, second);
    linked.set(u32le(preview.byteLength), 8 + 2 + 2 * 12);
    expect(await formatOfContent(linked)).toBe('pef');
  });

  it('its name, when a cut file shows no sensor data', async () => {
    expect(await formatOfContent(tiff([[262, 2]]), 'IMG_0001.ERF')).toBe('erf');
  });
});

describe('the name decides', () => {
  it.each<[string, FormatId]>([
    ['fax.g3', 'g3'],
    ['photo.pcd', 'pcd'],
    ['icon.palm', 'palm'],
    ['screen.wbmp', 'wbmp'],
    ['scan.avs', 'avs'],
    ['shot.k25', 'k25'],
  ])('when nothing contradicts it: %s', async (fileName, expected) => {
    expect(await detect(bytesSource(bytes(0x13, noise(60))), { fileName })).toMatchObject({
      format: expected,
      via: 'name',
    });
  });

  it('between a stereo image and its JPEG', async () => {
    expect(await formatOfContent(jpegWithIndex(0x02_0002), 'DSC.JPG')).toBe('jpg');
    expect(await formatOfContent(jpegWithIndex(0), 'DSC.MPO')).toBe('mpo');
  });

  it('nothing when the content is another image', async () => {
    const { format, warnings } = await detect(bytesSource(targa()), { fileName: 'x.wbmp' });
    expect({ format, codes: warnings.map(({ code }) => code) }).toEqual({
      format: 'tga',
      codes: ['file_name_mismatch'],
    });
  });
});

describe('no image is seen in', () => {
  it.each<[string, Uint8Array | string]>([
    ['a sentence that begins like colours', 'P3 10 20 30 people were seen at the station.\n'],
    ['a long text that begins like pixels', `P6 12 13 14 is a part of the plan. ${'It goes on and on. '.repeat(200)}`],
    ['a priority list', 'P1 2 3 Write the report\nP2 3 4 Send it\n'],
    ['a table', 'P5,10,20\nP6,30,40\nP7,50,60\n'],
    ['a list of floats', 'Pf 3 4 5.0 and so on\n'],
    ['JSON', '{"P3": [1, 2, 3], "svg": "<svg/>"}'],
    ['a header in C', '#define window_width 640\n#define window_height 480\nint main(void) { return 0; }\n'],
    ['a program with pixmaps', 'static char *icon = "/* XPM */";\n'],
    ['a comment of a TeX editor', '%!TEX root = thesis.tex\n\\documentclass{article}\n'],
    ['prose about a format', 'farbfeld is a lossless image format. BM and GIF too. id=ImageMagick\n'],
    ['a web page with a drawing', '<!doctype html><html><body><svg width="1"></svg></body></html>'],
    [
      'a compressed web page with a drawing',
      gzipSync('<html><body><svg xmlns="http://www.w3.org/2000/svg"/></body></html>'),
    ],
    ['two numbers and text', '64 48\nare two numbers, and this is a text.\n'],
    ['zeros', zeros(4096)],
    ['noise', noise(4096)],
  ])('%s', async (_name, content) => {
    const source = bytesSource(typeof content === 'string' ? bytes(content) : content);
    const format = await detect(source).then(
      (detection) => detection.format,
      () => undefined,
    );
    expect(format && formatOf(format).family).not.toBe('image');
  });
});

describe('every source of the corpus', () => {
  const sources = readdirSync(join(CORPUS, 'sources'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name));

  it('is named as its content says', async () => {
    const wrong: string[] = [];
    for (const path of sources) {
      const content = new Uint8Array(readFileSync(path));
      const { format, warnings } = await detect(bytesSource(content), { fileName: path });
      if (warnings.length > 0) wrong.push(`${path}: ${format}`);
    }
    expect(wrong).toEqual([]);
  });

  it('shows whether it is an image without its name', async () => {
    const wrong: string[] = [];
    for (const path of sources) {
      // Some formats share an extension with an image: the folder says which it is.
      const named = resolveFormat(basename(dirname(path))) ?? resolveFormat(extname(path).slice(1));
      const found = await detect(bytesSource(new Uint8Array(readFileSync(path)))).catch(() => undefined);
      if (named === 'mjpeg') continue; // images of JPEG, one behind the other
      const isImage = named !== undefined && formatOf(named).family === 'image';
      if (found && isImage !== (formatOf(found.format).family === 'image')) wrong.push(`${path}: ${found.format}`);
    }
    expect(wrong).toEqual([]);
  });
});
