import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pandoc/codec.ts';
import { utf8Bytes, utf8Of } from '../../../engine/io/bytes.ts';
import { writeZip } from '../../../engine/io/zip.ts';
import { edgeBetween, startRunner, type RunnerBench } from '../../support/runner.ts';

const SECONDS = 60_000;

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
}, SECONDS);
afterAll(() => bench[Symbol.asyncDispose]());

const NAMESPACES = ['office', 'text', 'table', 'style']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat(
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
    'xmlns:xlink="http://www.w3.org/1999/xlink"',
  )
  .join(' ');

/** What a text of OpenDocument says in reStructuredText. */
async function read(body: string): Promise<string> {
  const content = `<office:document-content ${NAMESPACES}><office:body><office:text>${body}</office:text></office:body></office:document-content>`;
  const styles = `<office:document-styles ${NAMESPACES}><office:styles/></office:document-styles>`;
  const bytes = writeZip([
    { name: 'mimetype', bytes: utf8Bytes('application/vnd.oasis.opendocument.text'), stored: true },
    { name: 'content.xml', bytes: utf8Bytes(content) },
    { name: 'styles.xml', bytes: utf8Bytes(styles) },
  ]);
  const [output] = await bench.convert(bytes, 'odt', 'rst', edgeBetween(codec, 'odt', 'rst'));
  return utf8Of(output!);
}

const fixed = (content: string): string => `<draw:frame text:anchor-type="page">${content}</draw:frame>`;

describe('a text of OpenDocument', { timeout: SECONDS }, () => {
  it('keeps the text of boxes and shapes that are fixed to a page', async () => {
    const box = fixed('<draw:text-box><text:p>Beside the text</text:p><text:p>in a box</text:p></draw:text-box>');
    const shape = '<draw:rect text:anchor-type="page"><text:p>On a shape</text:p></draw:rect>';
    const empty = '<draw:line text:anchor-type="page"></draw:line><draw:line text:anchor-type="page"/>';
    const text = await read(`${box}${shape}${empty}<text:p/><text:p>The text</text:p>`);
    expect(text.split(/\n+/)).toEqual(['Beside the text', 'in a box', 'On a shape', 'The text', '']);
  });

  it('keeps what is fixed within a paragraph as it is', async () => {
    const box = fixed('<draw:text-box><text:p>inner</text:p></draw:text-box>');
    const text = await read(`<text:p>before ${box}behind</text:p>${box}`);
    expect(text).toMatch(/before[\s\S]*behind/);
    expect(text.match(/inner/g)!.length).toBeGreaterThanOrEqual(1);
  });
});
