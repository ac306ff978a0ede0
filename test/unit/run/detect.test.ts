import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Detection } from '../../../engine/formats/detect/index.ts';
import { DetectionThread, type DetectionTask } from '../../../engine/pool/detection-thread.ts';
import { detectFormat } from '../../../engine/run/detect.ts';
import { share, type TakenInput } from '../../../engine/io/input.ts';
import { png } from '../../support/sample-files.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const { signal } = new AbortController();
const FOUND: Detection = { format: 'txt', confidence: 1, via: 'content', also: [], warnings: [] };

function taken(content: Uint8Array | string, fileName?: string): TakenInput {
  return { bytes: share(typeof content === 'string' ? Buffer.from(content) : content), fileName };
}

/** Stands for the thread, and says what it was asked. */
function listeningThread() {
  const asked: DetectionTask[] = [];
  const detect = async (task: DetectionTask): Promise<Detection> => {
    asked.push(task);
    return FOUND;
  };
  return { asked, detection: { detect } as unknown as DetectionThread };
}

const LARGE_TEXTS: readonly (readonly [string, string])[] = [
  ['prose', 'Words and more words.\n'.repeat(5_000)],
  ['a table', 'id,name,city\n1,Ada,London\n2,Alan,Paris\n'.repeat(5_000)],
  ['a list of records', `[${'{"a":1,"b":[true,null]},'.repeat(5_000)}{}]`],
  ['a page', `<!doctype html><html>${'<p>Text</p>'.repeat(5_000)}</html>`],
  ['nothing but line ends', '\n'.repeat(100_000)],
];

describe('who looks into a file', () => {
  it('is a thread of its own for a large text', async () => {
    const content = 'Words and more words.\n'.repeat(5_000);
    const { asked, detection } = listeningThread();
    await expect(detectFormat({ detection }, taken(content), { announced: 'md', signal })).resolves.toBe(FOUND);
    expect(asked).toMatchObject([{ announced: 'md' }]);
  });

  it.each([
    ['a short text', Buffer.from('Words.')],
    ['a large file with a signature', Buffer.concat([png([]), Buffer.alloc(100_000)])],
    ['a large file with a weak one', Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(100_000)])],
  ])('is the thread of the caller for %s', async (_, content) => {
    const { asked, detection } = listeningThread();
    await detectFormat({ detection }, taken(content), { signal });
    expect(asked).toEqual([]);
  });

  it('is the thread of the caller where there is no other', async () => {
    const found = await detectFormat({ detection: undefined }, taken(LARGE_TEXTS[1]![1]), { signal });
    expect(found.format).toBe('csv');
  });
});

describe('the thread', () => {
  const context = { detection: new DetectionThread() };
  afterAll(() => context.detection[Symbol.asyncDispose]());

  it.each(LARGE_TEXTS)('finds of %s what the caller finds', async (_, content) => {
    const input = taken(content, 'file.bin');
    const options = { signal };
    const alone = await detectFormat({ detection: undefined }, input, options);
    await expect(detectFormat(context, input, options)).resolves.toEqual(alone);
  });

  it('reads a file by its path', async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, 'records');
    await writeFile(path, LARGE_TEXTS[2]![1]);
    const input = { path, size: LARGE_TEXTS[2]![1].length };
    await expect(detectFormat(context, input, { signal })).resolves.toMatchObject({ format: 'json' });
  });

  it('says with its code and details that a file is not what the caller says', async () => {
    const failing = detectFormat(context, taken(LARGE_TEXTS[3]![1]), { announced: 'pdf', signal });
    await expect(failing).rejects.toMatchObject({
      name: 'ConversionError',
      code: 'source_format_mismatch',
      details: { sourceFormat: 'pdf', detected: 'html' },
    });
  });

  it('ends with the reason of an abort, and looks into the next file', async () => {
    const aborted = new AbortController();
    const failing = detectFormat(context, taken(LARGE_TEXTS[0]![1]), { signal: aborted.signal });
    aborted.abort(new Error('nobody waits'));
    await expect(failing).rejects.toThrow('nobody waits');
    await expect(detectFormat(context, taken(LARGE_TEXTS[1]![1]), { signal })).resolves.toMatchObject({
      format: 'csv',
    });
  });
});
