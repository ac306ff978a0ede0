import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEngine, parseChainSteps, type ChainStep, type Engine } from '../../../engine/index.ts';
import { encodePng, photographPixels } from '../../../bench/inputs/photograph.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../../support/temporary-directory.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');
const TABLES = join(SOURCES, 'pdf/tables-over-pages.pdf');
const ROTATED = join(SOURCES, 'pdf/rotated-page.pdf');

let engine: Engine;
let scratch: TemporaryDirectory;
let directory: TemporaryDirectory;
beforeAll(async () => {
  scratch = await temporaryDirectory();
  engine = createEngine({ scratchDir: scratch.path });
});
afterAll(async () => {
  await engine.close();
  await scratch[Symbol.asyncDispose]();
});
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => directory[Symbol.asyncDispose]());

const run = (inputs: readonly string[], steps: readonly ChainStep[], options = {}) =>
  engine.chain(inputs, { steps, outDir: directory.path, pack: 'zip', ...options });

describe('a chain', () => {
  it('runs each step on the files of the one before, and reports on each', async () => {
    const heard: number[] = [];
    const result = await run(
      [TABLES],
      [
        { do: 'split' },
        { do: 'convert', to: 'png', options: { dpi: 50 } },
        { do: 'optimise' },
        { do: 'merge', to: 'pdf' },
      ],
      { onProgress: (fraction: number) => heard.push(fraction) },
    );
    expect(result.steps.map((step) => [step.do, step.sourceFormat, step.targetFormat, step.files])).toEqual([
      ['split', 'pdf', 'pdf', 2],
      ['convert', 'pdf', 'png', 2],
      ['optimise', 'png', 'png', 2],
      ['merge', 'png', 'pdf', 1],
    ]);
    expect(result).toMatchObject({ sourceFormat: 'pdf', targetFormat: 'pdf', report: { verdict: 'accepted' } });
    expect(result.plan.steps.map(({ codec }) => codec)).toEqual(expect.arrayContaining(['pdf-edit', 'pdfium']));
    expect(result.report.score).toBe(Math.min(...result.steps.map(({ report }) => report.score)));
    const [file] = await readdir(directory.path);
    expect((await readFile(join(directory.path, file!))).subarray(0, 4).toString()).toBe('%PDF');
    expect(heard).toEqual([...heard].sort((a, b) => a - b));
    expect(heard.at(-1)).toBe(1);
  });

  it('packs several results, each by a name of its own', async () => {
    await writeFile(join(directory.path, 'a.png'), encodePng(photographPixels(8, 8), 8, 8));
    const input = join(directory.path, 'a.png');
    const { artifacts, files } = await run([input, input], [{ do: 'convert', to: 'webp' }]);
    expect(files!.map(({ name }) => name)).toEqual(['a.webp', 'a-2.webp']);
    const [zip] = artifacts as readonly { path: string }[];
    expect(Object.keys(unzipSync(await readFile(zip!.path)))).toEqual(['a.webp', 'a-2.webp']);
  });

  it('takes several files, and files of several formats', async () => {
    const png = join(directory.path, 'photo.png');
    await writeFile(png, encodePng(photographPixels(8, 8), 8, 8));
    const merged = await run(
      [TABLES, png, ROTATED],
      [
        { do: 'merge', to: 'pdf' },
        { do: 'split', options: { pages: '3' } },
      ],
    );
    expect(merged.steps[1]!.report.checks).toContainEqual(expect.objectContaining({ name: 'pages', found: 1 }));
  });

  it('passes the images of a text on with it', async () => {
    const zip = join(SOURCES, 'docx/report-notes-merged-cells-repeated-picture.docx');
    const steps: readonly ChainStep[] = [
      { do: 'convert', to: 'md' },
      { do: 'convert', to: 'docx' },
    ];
    const { artifacts } = await run([zip], steps);
    const [docx] = artifacts as readonly { path: string }[];
    const names = Object.keys(unzipSync(await readFile(docx!.path)));
    expect(names.filter((name) => name.startsWith('word/media/'))).not.toEqual([]);
  });
});

describe('a chain that cannot be done', () => {
  const refusals: readonly (readonly [string, readonly ChainStep[], object])[] = [
    [
      'a format that cannot follow',
      [
        { do: 'convert', to: 'txt' },
        { do: 'convert', to: 'mp4' },
      ],
      { step: 2 },
    ],
    ['a format that cannot be optimised', [{ do: 'convert', to: 'txt' }, { do: 'optimise' }], { step: 2 }],
    [
      'a merge into what nothing is merged into',
      [
        { do: 'convert', to: 'png' },
        { do: 'merge', to: 'docx' },
      ],
      { step: 2 },
    ],
    ['an option that the step does not take', [{ do: 'convert', to: 'txt', options: { fps: 3 } }], { step: 1 }],
    ['an unknown option', [{ do: 'convert', to: 'txt', options: { nope: 3 } }], { step: 1, option: 'nope' }],
  ];

  it.each(refusals)('because of %s is refused before anything runs', async (_what, steps, details) => {
    const heard: number[] = [];
    const running = run([TABLES], steps, { onProgress: (fraction: number) => heard.push(fraction) });
    await expect(running).rejects.toMatchObject({ details });
    expect(heard).toEqual([]);
    expect(await readdir(directory.path)).toEqual([]);
  });

  it('leaves nothing behind when a later step fails, or is aborted', async () => {
    const broken = join(directory.path, 'broken.zip');
    await writeFile(broken, 'no archive');
    const steps: readonly ChainStep[] = [
      { do: 'convert', to: 'png' },
      { do: 'merge', to: 'zip' },
    ];
    const aborted = new AbortController();
    const onProgress = (fraction: number): void => {
      if (fraction > 0.5) aborted.abort();
    };
    const running = run([TABLES], steps, { signal: aborted.signal, onProgress });
    await expect(running).rejects.toMatchObject({ code: 'aborted' });
    const late = run([TABLES], steps, { deadlineMs: 1 });
    await expect(late).rejects.toMatchObject({ code: 'conversion_timeout', details: { step: expect.any(Number) } });
    expect(await readdir(directory.path)).toEqual(['broken.zip']);
    expect((await readdir(scratch.path, { recursive: true })).filter((name) => name.includes('stage'))).toEqual([]);
  });

  it('may not grow without end', async () => {
    await using small = createEngine({ limits: { chainFiles: 1 } });
    const steps: readonly ChainStep[] = [{ do: 'split' }, { do: 'convert', to: 'png' }];
    const growing = small.chain([TABLES], { steps, outDir: directory.path });
    await expect(growing).rejects.toMatchObject({ code: 'input_too_complex', details: { found: 2, step: 1 } });
  });

  it('may not give more files than an archive holds, nor more bytes than a result may have', async () => {
    const photo = join(directory.path, 'photo.png');
    await writeFile(photo, encodePng(photographPixels(8, 8), 8, 8));
    const steps: readonly ChainStep[] = [{ do: 'convert', to: 'bmp' }];
    const { files } = await run([photo, photo], steps);
    const size = files![0]!.size;
    for (const { limits, refusal } of [
      {
        limits: { entries: 1 },
        refusal: { code: 'input_too_complex', details: { limit: 'entries', found: 2, step: 1 } },
      },
      { limits: { outputBytes: 2 * size - 1 }, refusal: { code: 'output_too_large', details: { step: 1 } } },
    ]) {
      await using small = createEngine({ limits });
      const growing = small.chain([photo, photo], { steps, outDir: directory.path });
      await expect(growing).rejects.toMatchObject(refusal);
    }
  });

  it('names many files that are named alike, each by a number of its own', async () => {
    const photo = join(directory.path, 'a.png');
    await writeFile(photo, encodePng(photographPixels(8, 8), 8, 8));
    const { files } = await run(
      Array.from({ length: 4 }, () => photo),
      [{ do: 'convert', to: 'webp' }],
    );
    expect(files!.map(({ name }) => name)).toEqual(['a.webp', 'a-2.webp', 'a-3.webp', 'a-4.webp']);
  });
});

it('the plan of a chain says what each step takes and gives', () => {
  const plan = engine.planChain(
    ['docx', 'odt'],
    [
      { do: 'convert', to: 'pdf' },
      { do: 'merge', to: 'pdf' },
    ],
  );
  expect(plan).toMatchObject({ to: ['pdf'], steps: [{ from: ['docx', 'odt'], to: ['pdf'] }, { do: 'merge' }] });
  expect(plan.ms).toBeGreaterThan(0);
});

it.each([
  [undefined],
  [[]],
  [{}],
  [Array.from({ length: 9 }, () => ({ do: 'optimise' }))],
  [[null]],
  [[[]]],
  [[{}]],
  [[{ do: 'run' }]],
  [[{ do: 'constructor' }]],
  [[{ do: 'convert' }]],
  [[{ do: 'convert', to: 1 }]],
  [[{ do: 'convert', to: 'nonsense' }]],
  [[{ do: 'optimise', to: 'pdf' }]],
  [[{ do: 'optimise', more: 1 }]],
  [[{ do: 'optimise', options: [] }]],
  [[{ do: 'optimise', options: 'quality=1' }]],
  [[{ do: 'optimise', options: JSON.parse('{"__proto__": 1}') }]],
  [[{ do: 'optimise', allowLoss: 'everything' }]],
  [[{ do: 'optimise', allowLoss: [1] }]],
])('refuses %j as steps', (steps) => {
  expect(() => parseChainSteps(steps, 8)).toThrow(/Expected|There is no|has no meaning/);
});
