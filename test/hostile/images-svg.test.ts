import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConversionError, createEngine, type ConvertOptions, type Engine } from '../../engine/index.ts';
import { makePng } from '../support/make-files.ts';
import { readPng } from '../support/compare/png.ts';
import { bytes, utf16 } from '../support/sample-files.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../support/temporary-directory.ts';

/** Milliseconds of CPU within which a hostile drawing is refused or drawn, and of time within which it is given up. */
const COARSE_MS = 10_000;
const REFUSED = /^input_(too_complex|corrupt|truncated)$/;
const SIDE = 40;

let engine: Engine;
let directory: TemporaryDirectory;
/** A green image on this machine, and one on a server that counts who asks. */
let canary: string;
let server: Server;
let requests = 0;

beforeAll(async () => {
  engine = createEngine();
  directory = await temporaryDirectory();
  canary = join(directory.path, 'canary.png');
  await writeFile(canary, makePng(SIDE, SIDE));
  server = createServer((_request, response) => {
    requests++;
    response.end(makePng(SIDE, SIDE));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await engine.close();
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  await directory[Symbol.asyncDispose]();
});

const drawing = (content: string, attributes = `width="${SIDE}" height="${SIDE}"`): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`;

async function outcome(svg: string | Uint8Array, options: Partial<ConvertOptions> = {}): Promise<string> {
  const before = process.cpuUsage();
  try {
    await engine.convert(typeof svg === 'string' ? bytes(svg) : svg, { to: 'png', ...options });
    return 'converted';
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  } finally {
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(COARSE_MS);
  }
}

/** The pixels of a drawing, or the code of the error. */
async function draw(svg: string): Promise<Uint8Array | string> {
  try {
    const { artifacts } = await engine.convert(bytes(svg), { to: 'png' });
    const [png] = artifacts;
    return png && 'bytes' in png ? readPng(png.bytes).rgba : 'no bytes';
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

/** The drawing is refused, or there is nothing of the canary on its white ground. */
async function expectUnread(svg: string): Promise<void> {
  const drawn = await draw(svg);
  if (typeof drawn === 'string') expect(drawn).toMatch(REFUSED);
  else expect([...new Set(drawn)]).toEqual([255]);
}

const WHITE = `<rect width="${SIDE}" height="${SIDE}" fill="#fff"/>`;

describe('a drawing of no size that a machine holds is refused', () => {
  it.each([
    ['a billion pixels', drawing('', 'width="1e9" height="1e9"')],
    ['kilometres', drawing('', 'width="100000000mm" height="10mm"')],
    ['only a view box', drawing('', 'viewBox="0 0 1e9 1e9"')],
    ['too many pixels in sum', drawing('', 'width="30000" height="30000"')],
    ['nothing', drawing('', 'width="0" height="0"')],
    ['less than nothing', drawing('', 'width="-5" height="-5"')],
  ])('%s', async (_name, svg) => {
    expect(await outcome(svg)).toMatch(REFUSED);
  });

  it('however far it is asked to be enlarged', async () => {
    expect(await outcome(drawing(WHITE), { options: { width: 30_000, height: 30_000 } })).toMatch(
      /^(input_too_complex|output_too_large|invalid_options)$/,
    );
    expect(await outcome(drawing(WHITE, 'width="3000mm" height="3000mm"'), { options: { dpi: 1200 } })).toMatch(
      /^(input_too_complex|output_too_large|invalid_options)$/,
    );
  });
});

describe('a drawing reads nothing outside of itself', () => {
  it('but the image that it holds', async () => {
    const data = Buffer.from(makePng(SIDE, SIDE)).toString('base64');
    const drawn = await draw(
      drawing(`<image width="${SIDE}" height="${SIDE}" xlink:href="data:image/png;base64,${data}"/>`),
    );
    expect(typeof drawn === 'string' ? drawn : new Set(drawn).size).toBeGreaterThan(10);
  });

  it.each<[string, () => string]>([
    ['an absolute path', () => canary],
    ['a file address', () => pathToFileURL(canary).href],
    ['a file address without slashes', () => `file:${canary}`],
    ['a relative path', () => '../../../../../../../../'.concat(canary.slice(1))],
    ['a server', () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/canary.png`],
    ['a server of any protocol', () => `//127.0.0.1:${(server.address() as AddressInfo).port}/canary.png`],
  ])('not an image by %s', async (_name, reference) => {
    for (const attribute of ['href', 'xlink:href']) {
      const size = `width="${SIDE}" height="${SIDE}"`;
      await expectUnread(drawing(`${WHITE}<image ${size} ${attribute}="${reference()}"/>`));
      await expectUnread(
        drawing(`${WHITE}<filter id="f"><feImage ${attribute}="${reference()}"/></filter><g filter="url(#f)"/>`),
      );
      await expectUnread(drawing(`${WHITE}<use ${attribute}="${reference()}#a"/>`));
    }
    expect(requests).toBe(0);
  });

  it('not a style sheet, a font or an include', async () => {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a`;
    await expectUnread(
      drawing(
        `<style>@import url("${address}.css"); @font-face { font-family: x; src: url("${address}.woff") }</style>${WHITE}`,
      ),
    );
    await expectUnread(`<?xml-stylesheet href="${address}.css" type="text/css"?>${drawing(WHITE)}`);
    await expectUnread(
      drawing(`<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${canary}" parse="text"/>${WHITE}`),
    );
    await expectUnread(drawing(`<script href="${address}.js">fetch("${address}")</script>${WHITE}`));
    await expectUnread(
      drawing(
        `${WHITE}<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${address}"/></foreignObject>`,
      ),
    );
    expect(requests).toBe(0);
  });

  it('not an external entity', async () => {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.dtd`;
    const text = `${WHITE}<text x="0" y="30" font-size="30">&e;</text>`;
    for (const where of [pathToFileURL(canary).href, canary, address]) {
      await expectUnread(`<!DOCTYPE svg [<!ENTITY e SYSTEM "${where}">]>${drawing(text)}`);
      await expectUnread(`<!DOCTYPE svg [<!ENTITY % p SYSTEM "${where}">%p;]>${drawing(WHITE)}`);
      await expectUnread(`<!DOCTYPE svg SYSTEM "${where}">${drawing(WHITE)}`);
    }
    expect(requests).toBe(0);
  });
});

describe('a drawing that grows when it is read is refused, or drawn in time', () => {
  const doubled = (levels: number, copies: number): string =>
    Array.from(
      { length: levels },
      (_, level) => `<g id="g${level + 1}">${`<use xlink:href="#g${level}"/>`.repeat(copies)}</g>`,
    ).join('');

  it.each<[string, string]>([
    [
      'by uses of uses',
      drawing(`<defs><rect id="g0" width="1" height="1"/>${doubled(30, 10)}</defs><use xlink:href="#g30"/>`),
    ],
    [
      'by entities',
      `<!DOCTYPE svg [<!ENTITY e0 "ha">${Array.from({ length: 30 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`).join('')}]>${drawing('<text>&e30;</text>')}`,
    ],
    ['by an entity of itself', `<!DOCTYPE svg [<!ENTITY a "&b;"><!ENTITY b "&a;">]>${drawing('<text>&a;</text>')}`],
    [
      'by groups in groups',
      drawing(`${'<g opacity=".9">'.repeat(50_000)}<rect width="9" height="9"/>${'</g>'.repeat(50_000)}`),
    ],
    ['by a path of a hundred thousand points', drawing(`<path d="M0 0${' L5 5 L0 9'.repeat(50_000)}" stroke="#000"/>`)],
    [
      'by patterns in patterns',
      drawing(
        `${Array.from({ length: 40 }, (_, level) => `<pattern id="p${level}" width="1" height="1" patternUnits="userSpaceOnUse"><rect width="40" height="40" fill="url(#p${level + 1})"/></pattern>`).join('')}<rect width="40" height="40" fill="url(#p0)"/>`,
      ),
    ],
    [
      'by a pattern of tiny tiles',
      drawing(
        `<pattern id="p" width="1e-9" height="1e-9" patternUnits="userSpaceOnUse"><rect width="1" height="1"/></pattern><rect width="40" height="40" fill="url(#p)"/>`,
      ),
    ],
    ['by dashes of no length', drawing('<path d="M0 0 H1e9" stroke="#000" stroke-dasharray="1e-9"/>')],
    [
      'by a filter that blurs for ever',
      drawing(
        '<filter id="f" x="-1e6" y="-1e6" width="2e6" height="2e6"><feGaussianBlur stdDeviation="1e9"/><feMorphology operator="dilate" radius="1e9"/></filter><rect filter="url(#f)" width="40" height="40"/>',
      ),
    ],
    ['by a drawing in itself', drawing('<symbol id="s"><use xlink:href="#s"/></symbol><use xlink:href="#s"/>')],
    [
      'by a mask of itself',
      drawing(
        '<mask id="m" mask="url(#m)"><rect width="9" height="9" mask="url(#m)"/></mask><rect width="9" height="9" mask="url(#m)"/>',
      ),
    ],
    [
      'by ten thousand attributes',
      drawing(`<rect ${Array.from({ length: 10_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`),
    ],
    [
      'by a style sheet without end',
      drawing(`<style>${'g '.repeat(20_000)}{fill:red}</style>${'<g>'.repeat(100)}${'</g>'.repeat(100)}`),
    ],
  ])(
    '%s',
    async (_name, svg) => {
      const code = await outcome(svg, { deadlineMs: COARSE_MS / 2 });
      expect(code).toMatch(/^(converted|input_(too_complex|corrupt)|conversion_timeout)$/);
    },
    3 * COARSE_MS,
  );

  it.each([
    ['a box of a large radius', '<feMorphology operator="dilate" radius="400"/>', 500],
    ['a box that is a share of what it is applied to', '<feMorphology radius=".5"/>', 500, 'objectBoundingBox'],
    ['thousands of layers of noise', '<feTurbulence baseFrequency=".05" numOctaves="5000"/>', 500],
    ['boxes one after the other', '<feMorphology radius="50"/>'.repeat(20), 1000],
  ])('by %s: refused at once', async (_name, primitives, side, units = 'userSpaceOnUse') => {
    const code = await outcome(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><filter id="f" primitiveUnits="${units}">${primitives}</filter><rect width="${side}" height="${side}" style="filter: url(#f)"/></svg>`,
    );
    expect(code).toBe('input_too_complex');
  });

  it.each([
    ['a box of a large radius', '<feMorphology operator="dilate" radius="200"/>'],
    ['thousands of layers of noise', '<feTurbulence baseFrequency=".05" numOctaves="5000"/>'],
  ])('by %s: refused at once for a PDF as well, alone and in a page', async (_name, primitives) => {
    const svg = drawing(
      `<filter id="f">${primitives}</filter><rect width="500" height="500" filter="url(#f)"/>`,
      'width="500" height="500"',
    );
    const page = `<p>A page<img src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}">${svg}`;
    expect(await outcome(svg, { to: 'pdf', from: 'svg' })).toBe('input_too_complex');
    expect(await outcome(page, { to: 'pdf', from: 'html' })).toBe('input_too_complex');
  });

  it('by shadows on a thousand shapes, which are quick', async () => {
    const shadow = '<feMorphology radius="1"/><feGaussianBlur stdDeviation="2"/><feOffset dy="2"/>';
    const shapes = '<rect width="20" height="20" filter="url(#f)"/>'.repeat(1000);
    expect(await outcome(drawing(`<filter id="f">${shadow}</filter>${shapes}`))).toBe('converted');
  });

  it('as a drawing in a drawing in a drawing', async () => {
    let svg = drawing(WHITE);
    for (let level = 0; level < 12; level++) {
      const data = Buffer.from(svg).toString('base64');
      const image = `<image width="${SIDE}" height="${SIDE}" xlink:href="data:image/svg+xml;base64,${data}"/>`;
      svg = drawing(image.repeat(level < 6 ? 2 : 1));
    }
    expect(await outcome(svg)).toMatch(/^(converted|input_(too_complex|corrupt))$/);
  });

  it('compressed a thousand times', async () => {
    const before = process.memoryUsage().rss;
    const bomb = gzipSync(drawing(' '.repeat(300_000_000)), { level: 9 });
    expect(await outcome(bomb, { fileName: 'a.svgz' })).toMatch(REFUSED);
    expect(process.memoryUsage().rss - before).toBeLessThan(800e6);
  });
});

describe('a drawing that is none', () => {
  it.each<[string, string | Uint8Array]>([
    ['unclosed', '<svg xmlns="http://www.w3.org/2000/svg"><g>'],
    ['without its namespace', '<svg><rect width="4" height="4"/></svg>'],
    ['of two roots', drawing(WHITE) + drawing(WHITE)],
    ['of bytes that are no text', bytes('<svg xmlns="http://www.w3.org/2000/svg">', [0xff, 0xfe, 0x80], '</svg>')],
    ['compressed and truncated', gzipSync(drawing(WHITE.repeat(100))).subarray(0, 60)],
    ['compressed twice', gzipSync(gzipSync(drawing(WHITE)))],
  ])('%s is refused, or drawn', async (_name, svg) => {
    expect(await outcome(svg, { from: svg instanceof Uint8Array && svg[0] === 0x1f ? 'svgz' : 'svg' })).toMatch(
      /^(converted|input_(corrupt|truncated)|source_format_(mismatch|undetected))$/,
    );
  });

  it('in UTF-16 is drawn, or refused', async () => {
    expect(await outcome(utf16(drawing(WHITE)))).toMatch(/^(converted|input_corrupt)$/);
  });
});

it('the next drawing is drawn', async () => {
  expect(await outcome(drawing(WHITE))).toBe('converted');
});
