import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { PandocLoader, type PandocResult } from '../../../engine/codecs/pandoc/instance.ts';

const SOURCE = '# Title\n\nOne *page* [link](http://a.b) with a note[^n] and $a^2$.\n\n- a\n- b\n\n[^n]: Note.\n';

const startInstance = WebAssembly.Instance;
const memories: WebAssembly.Memory[] = [];
WebAssembly.Instance = new Proxy(startInstance, {
  construct(target, args: ConstructorParameters<typeof WebAssembly.Instance>) {
    const instance = new target(...args);
    memories.push(instance.exports['memory'] as WebAssembly.Memory);
    return instance;
  },
});
afterAll(() => {
  WebAssembly.Instance = startInstance;
});

const file = fileURLToPath(new URL('../../../node_modules/pandoc-wasm/src/pandoc.wasm', import.meta.url));
const module = new WebAssembly.Module(readFileSync(file));
const prepared = new PandocLoader(module);
prepared.prepare();

function convert(loader: PandocLoader, to: string, source = SOURCE): PandocResult {
  return loader.run(
    { from: 'commonmark_x', to, standalone: true, 'input-files': ['source.md'], 'output-file': 'result' },
    new Map([['source.md', new TextEncoder().encode(source)]]),
  );
}

function contentOf({ files, error }: PandocResult): Buffer {
  expect(error).toBe('');
  return Buffer.from(files.get('result')!);
}

describe('a prepared instance of pandoc', () => {
  it.each([
    'html5',
    'latex',
    'rst',
    'gfm',
    'mediawiki',
    'typst',
    'docx',
    'odt',
    'plain',
    'jats',
    'opml',
    'epub3',
    'pptx',
  ])('writes the same as a new one (%s)', (to) => {
    convert(prepared, 'html5', 'Another text.');
    expect(contentOf(convert(prepared, to))).toEqual(contentOf(convert(new PandocLoader(module), to)));
  });

  it('gives every book an identifier of its own', () => {
    const identifierOf = ({ files }: PandocResult): string =>
      /urn:uuid:[\da-f-]+/.exec(new TextDecoder().decode(unzipSync(files.get('result')!)['EPUB/content.opf']))![0];
    const [one, other, again] = [SOURCE, 'Another text.', SOURCE].map((text) => convert(prepared, 'epub3', text));
    expect(identifierOf(one!)).not.toBe(identifierOf(other!));
    expect(identifierOf(one!)).toBe(identifierOf(again!));
  });

  it('holds nothing of one job when it runs the next', () => {
    const canary = 'Cormorant'.repeat(3);
    const holding = (): WebAssembly.Memory[] =>
      memories.filter(({ buffer }) => [canary, asUtf32(canary)].some((text) => Buffer.from(buffer).includes(text)));
    const loader = new PandocLoader(module);
    loader.prepare();
    memories.splice(0, memories.length - 1);
    convert(loader, 'html5', `${canary}\n\n`.repeat(1000));
    expect(holding()).toHaveLength(1); // the search does find it
    convert(loader, 'html5', 'Another text.');
    expect(holding()).toEqual([]);
    expect(memories).toHaveLength(1);
  });

  it('has room for a job, so that its memory does not grow from job to job', () => {
    const loader = new PandocLoader(module);
    loader.prepare();
    const { buffer } = memories.at(-1)!;
    const size = buffer.byteLength;
    for (let job = 0; job < 4; job++) convert(loader, 'docx', `${SOURCE}\n\n`.repeat(20));
    expect(memories.at(-1)!.buffer.byteLength).toBe(size);
  });

  it('works on after an input that it refuses', () => {
    const refused = prepared.run(
      { from: 'docx', to: 'html5', 'input-files': ['source.md'], 'output-file': 'result' },
      new Map([['source.md', new TextEncoder().encode('This is no package.')]]),
    );
    expect(refused.error).not.toBe('');
    expect(contentOf(convert(prepared, 'html5')).toString()).toContain('<em>page</em>');
  });
});

/** GHC keeps the letters of a string apart, four bytes each in some of its forms. */
function asUtf32(text: string): Buffer {
  return Buffer.from(Uint32Array.from(text, (letter) => letter.codePointAt(0)!).buffer);
}
