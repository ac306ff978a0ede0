import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourcePath } from '../../../corpus/cases.ts';
import officeXml from '../../../engine/codecs/office-xml/codec.ts';
import works from '../../../engine/codecs/works/codec.ts';
import { bytesSource, detect } from '../../../engine/formats/detect/index.ts';
import { openZip } from '../../../engine/io/zip.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

let bench: RunnerBench;
let reader: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(works);
  reader = await startRunner(officeXml);
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
});

const FOUR = 'stoker-fonts-indents-version-4.wps';
const EIGHT = 'stoker-note-colours-version-8.wps';
const DOS = 'heizer-dos-code-page.wps';
const bytesOf = (source: string): Promise<Uint8Array> => readFile(sourcePath({ from: 'wps', source }));

async function contentOf(source: string): Promise<string> {
  const [result] = await bench.convert(await bytesOf(source), 'wps', 'odt', 'text');
  const zip = openZip(result!, DEFAULT_LIMITS);
  return new TextDecoder().decode(zip.read(zip.find('content.xml')!));
}

function styleOf(content: string, text: string): string {
  const name = new RegExp(`style-name="([^"]+)"[^<>]*>${text}<`).exec(content)?.[1];
  return new RegExp(`<style:style style:name="${name}".*?</style:style>`).exec(content)?.[0] ?? '';
}

describe('a document of Works 4', () => {
  it('keeps its fonts, colours, alignments and indents', async () => {
    const content = await contentOf(FOUR);
    expect(styleOf(content, 'The stoker’s notes')).toMatch(
      /Times New Roman.*fo:font-size="18pt".*fo:font-weight="bold"/,
    );
    expect(styleOf(content, 'damp\\.')).toMatch(/fo:font-style="italic".*underline-style="solid".*fo:color="#ff0000"/);
    expect(content).toContain('fo:text-align="center" fo:margin-bottom="12pt"');
    expect(content).toContain('fo:margin-left="36pt" fo:text-indent="-18pt"');
  });
});

describe('a document of Works 8', () => {
  it('keeps its sizes, colours and alignments, and has its note where it belongs', async () => {
    const content = await contentOf(EIGHT);
    expect(styleOf(content, 'The stoker’s notes')).toMatch(/fo:font-size="18pt".*fo:font-weight="bold"/);
    expect(styleOf(content, ', and damp\\.')).toMatch(/fo:font-style="italic".*fo:color="#c02010"/);
    expect(content).toMatch(/Coal came late<\/text:span><text:note [^>]*text:note-class="footnote">.*By two days\./);
    // The note is in the text once, and the mark for it is no text.
    expect(content.match(/By two days/g)).toHaveLength(1);
    expect(content).not.toContain('#<');
  });
});

it('reads the code page of DOS in files of its versions', async () => {
  expect(await contentOf(DOS)).toMatch(/Der Heizer fördert Koks\.<.*Café um sechs\./);
});

it.each([
  [FOUR, ['The stoker’s notes', 'Coal came late, and damp.', 'The furnace held.']],
  [EIGHT, ['The stoker’s notes', 'By two days.']],
  [DOS, ['Der Heizer fördert Koks.', 'Café um sechs.']],
])('of %s the verifier finds the words for itself', async (source, lines) => {
  const { document } = await reader.inspect(await bytesOf(source), 'wps', 'full');
  for (const line of lines) expect(document?.text).toContain(line);
});

it.each([FOUR, EIGHT, DOS])('%s is known by its content', async (source) => {
  const { format, via } = await detect(bytesSource(await bytesOf(source)));
  expect([format, via]).toEqual(['wps', 'content']);
});
