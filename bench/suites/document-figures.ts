import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEngine } from '../../engine/index.ts';
import { CodecBench } from '../../test/support/codec-bench.ts';
import { benchmark } from '../benchmark.ts';
import type { DocumentId, DocumentInputs } from '../inputs/documents.ts';
import { timeConversion, TIMEOUT_MS } from '../contenders.ts';
import { growthPercent, measurementOf, median, ratioOf } from '../measure.ts';
import type { Figure } from '../results.ts';
import type { SuiteContext } from '../suite.ts';

const MB = 1e6;
const OFFICE = ['libreoffice'] as const;
const ONE_PAGE: DocumentId = { format: 'docx', pages: 1 };

const FAST_READER_FACTOR = 4;
const PAGES_READ = [1, 10, 100] as const;

/** How much sooner the reader that knows Word alone is done than the one that knows everything. */
export async function measureFastReader(context: SuiteContext, inputs: DocumentInputs): Promise<Figure[]> {
  await using codecs = new CodecBench();
  const figures: Figure[] = [];
  for (const pages of PAGES_READ) {
    context.log(`docx → html, ${pages} pages: mammoth, pandoc`);
    const { path } = await inputs.file({ format: 'docx', pages });
    const source = { name: 'document.docx', format: 'docx', bytes: await readFile(path) } as const;
    const tasks = ['mammoth', 'pandoc'].map((codec) => ({
      name: codec,
      run: async () => {
        const edge = codecs.registry
          .codec(codec)
          .edges.find(
            ({ from, to }) =>
              (from as readonly string[]).includes('docx') && (to as readonly string[]).includes('html'),
          )!;
        await codecs.convert([source], { codec, edge: edge.name, from: 'docx', to: 'html', options: {} }, TIMEOUT_MS);
      },
    }));
    for (const { run } of tasks) await run();
    const [mammoth, pandoc] = await benchmark(tasks, context);
    const { user } = ratioOf(measurementOf(pandoc!), measurementOf(mammoth!));
    figures.push({
      name: `docx → html, ${pages} pages: mammoth ÷ pandoc, user CPU`,
      value: 1 / user,
      unit: '×',
      target: 1 / FAST_READER_FACTOR,
    });
  }
  return figures;
}

const STARTS = 3;
const START_TARGET_MS = 3_000;
const FIRST_TARGET_MS = 500;

/** How long LibreOffice takes until it is ready, with what it does to be so, and the first document after that. */
export async function measureStart(context: SuiteContext, inputs: DocumentInputs): Promise<Figure[]> {
  const { path } = await inputs.file(ONE_PAGE);
  const starts: number[] = [];
  const firsts: number[] = [];
  for (let round = 0; round < Math.min(STARTS, context.rounds); round++) {
    context.log(`LibreOffice starts, ${round + 1}`);
    await using engine = createEngine({ scratchDir: join(context.directory, `scratch-start-${round}`), slots: 1 });
    const started = performance.now();
    await engine.warm(OFFICE);
    starts.push(performance.now() - started);
    firsts.push(await timeConversion(engine, path, { to: 'pdf' }, context));
  }
  return [
    { name: 'LibreOffice is compiled, started and warm', value: median(starts), unit: 'ms', target: START_TARGET_MS },
    { name: 'the first document after that, 1 page', value: median(firsts), unit: 'ms', target: FIRST_TARGET_MS },
  ];
}

const DEADLINE_MS = 300;
const DEADLINE_TARGET_MS = 100;
/** Takes far longer than the deadline, in one call of the library that nothing can interrupt. */
const LONG: DocumentId = { format: 'docx', pages: 400 };

/** How long after its deadline a conversion ends that is in the middle of LibreOffice. */
export async function measureDeadline(context: SuiteContext, inputs: DocumentInputs): Promise<Figure[]> {
  const { path } = await inputs.file(LONG);
  const beyond: number[] = [];
  for (let round = 0; round < Math.min(STARTS, context.rounds); round++) {
    context.log(`a conversion reaches its deadline, ${round + 1}`);
    await using engine = createEngine({ scratchDir: join(context.directory, `scratch-end-${round}`), slots: 1 });
    await engine.warm(OFFICE);
    const started = performance.now();
    const [attempt] = await Promise.allSettled([
      timeConversion(engine, path, { to: 'pdf', deadlineMs: DEADLINE_MS }, context),
    ]);
    context.signal.throwIfAborted();
    if (attempt.status === 'rejected') beyond.push(performance.now() - started - DEADLINE_MS);
  }
  if (beyond.length === 0) return [];
  return [
    {
      name: 'a conversion ends after its deadline',
      value: Math.max(...beyond),
      unit: 'ms',
      target: DEADLINE_TARGET_MS,
    },
  ];
}

const DOCUMENTS = 500;
/** By then every program of LibreOffice has been used, and the collector has its rhythm. */
const SETTLED_AFTER = 100;
const WINDOW = 20;
const GROWTH_PERCENT = 5;
const MIXED: readonly DocumentId[] = [
  { format: 'docx', pages: 1 },
  { format: 'odt', pages: 1 },
  { format: 'xlsx', pages: 1 },
  { format: 'pptx', pages: 1 },
  { format: 'docx', pages: 10 },
];

/** Whether the memory grows over many documents on one instance. */
export async function measureMemory(context: SuiteContext, inputs: DocumentInputs): Promise<Figure[]> {
  await using engine = createEngine({ scratchDir: join(context.directory, 'scratch-memory'), slots: 1 });
  const rss: number[] = [];
  const waits: number[] = [];
  context.log(`memory over ${DOCUMENTS} documents`);
  for (let done = 0; done < DOCUMENTS; done++) {
    const { path } = await inputs.file(MIXED[done % MIXED.length]!);
    waits.push(await timeConversion(engine, path, { to: 'pdf' }, context));
    rss.push(process.memoryUsage.rss() / MB);
  }
  return [
    { name: `memory after ${DOCUMENTS} documents`, value: median(rss.slice(-WINDOW)), unit: 'MB' },
    {
      name: `growth since document ${SETTLED_AFTER}`,
      value: growthPercent(rss, { settledAfter: SETTLED_AFTER, window: WINDOW }),
      unit: '%',
      target: GROWTH_PERCENT,
    },
    { name: 'a document of those, in the middle', value: median(waits), unit: 'ms' },
  ];
}
