import { once } from 'node:events';
import { chmod, link, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listenForSignals } from '../../../engine/cli/signals.ts';
import { publish, stageBeside } from '../../../engine/cli/staging.ts';
import {
  ConversionError,
  type ConversionResult,
  type ConvertOptions,
  type Engine,
  type Input,
  type MergeOptions,
} from '../../../engine/index.ts';
import { publicPlan } from '../../../engine/planner/plan.ts';
import { runCli } from '../../support/cli-session.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../../support/temporary-directory.ts';
import { ACCEPTED } from '../../support/report.ts';

/** An engine that writes what the test says: what is tested is the command line around it. */
interface Script {
  /** Contents of the results, one for each. */
  readonly results?: readonly string[];
  readonly failWith?: Error;
  /** Waits for the abort and leaves an unfinished file. */
  readonly hangs?: boolean;
}

interface Call {
  readonly input: Input | readonly Input[];
  readonly options: ConvertOptions | MergeOptions;
}

function fakeEngine(script: Script, calls: Call[]): () => Engine {
  const convert = async (
    input: Input | readonly Input[],
    options: ConvertOptions | MergeOptions,
  ): Promise<ConversionResult> => {
    calls.push({ input, options });
    const directory = options.outDir!;
    if (script.hangs) {
      await writeFile(join(directory, 'unfinished'), 'half');
      const { signal } = options;
      if (!signal!.aborted) await once(signal!, 'abort');
      throw new ConversionError({ code: 'aborted', message: 'Aborted.' });
    }
    if (script.failWith) throw script.failWith;
    options.onProgress?.(0.5);
    const artifacts = await Promise.all(
      (script.results ?? ['result']).map(async (content, index) => {
        const path = join(directory, `r${index}`);
        await writeFile(path, content, { mode: 0o600 });
        return { name: `r${index}`, format: 'png', path, size: content.length } as const;
      }),
    );
    const plan = publicPlan({
      from: 'jpg',
      to: 'png',
      steps: [],
      kept: [],
      lost: [],
      gone: [],
      operations: [],
      generations: 0,
      loss: 0,
      qualityPenalty: 0,
      ms: 1,
      why: '',
      rejected: [],
    });
    const timings = { total: 10, queued: 0, converted: 8, verified: 2 };
    const warnings = [{ code: 'tags_dropped', message: 'Tags were dropped.' }] as const;
    return { artifacts, sourceFormat: 'jpg', targetFormat: 'png', plan, report: ACCEPTED, warnings, timings };
  };
  const engine = { convert, merge: convert, async [Symbol.asyncDispose]() {} };
  return () => engine as unknown as Engine;
}

let directory: TemporaryDirectory;
let calls: Call[];
const at = (name: string): string => join(directory.path, name);
const run = (argv: readonly string[], script: Script = {}, world: Parameters<typeof runCli>[1] = {}) =>
  runCli(argv, { createEngine: fakeEngine(script, calls), ...world });

beforeEach(async () => {
  directory = await temporaryDirectory();
  calls = [];
  await writeFile(at('a.jpg'), 'source a');
  await writeFile(at('b.jpg'), 'source b');
});
afterEach(async () => {
  await directory[Symbol.asyncDispose]();
});

it('puts the result where it was asked for, with ordinary permissions, and says so in one line', async () => {
  const { exitCode, stdout, stderr } = await run([
    'convert',
    at('a.jpg'),
    at('new/out.png'),
    '--quality',
    '80',
    '--allow-loss',
    'alpha',
  ]);
  expect(exitCode).toBe(0);
  expect(await readFile(at('new/out.png'), 'utf8')).toBe('result');
  expect((await stat(at('new/out.png'))).mode & 0o777).toBe((await stat(at('a.jpg'))).mode & 0o777);
  expect(await readdir(at('new'))).toEqual(['out.png']);
  expect(stdout.toString().trim().split('\n')).toHaveLength(1);
  expect(stderr).toBe('athanor: warning: Tags were dropped.\n');
  expect(calls[0]).toMatchObject({
    input: at('a.jpg'),
    options: { to: 'png', options: { quality: '80' }, allowLoss: ['alpha'], verify: 'quick' },
  });
});

it('prints JSON and nothing else on standard output', async () => {
  const { stdout } = await run(['convert', at('a.jpg'), at('out.png'), '--json']);
  expect(JSON.parse(stdout.toString())).toMatchObject({
    output: at('out.png'),
    sourceFormat: 'jpg',
    targetFormat: 'png',
    durationMs: 10,
  });
});

it('prints nothing when it is told to be quiet', async () => {
  const { exitCode, stdout, stderr } = await run(['convert', at('a.jpg'), at('out.png'), '--quiet']);
  expect([exitCode, stdout.toString(), stderr]).toEqual([0, '', '']);
});

it('numbers several results', async () => {
  const { stdout } = await run(['convert', at('a.jpg'), at('page.png'), '--json'], { results: ['one', 'two'] });
  expect(await readFile(at('page-1.png'), 'utf8')).toBe('one');
  expect(await readFile(at('page-2.png'), 'utf8')).toBe('two');
  expect(JSON.parse(stdout.toString())).toMatchObject({
    output: at('page-1.png'),
    outputs: [at('page-1.png'), at('page-2.png')],
  });
});

it('converts what patterns match, beside the inputs or into a directory', async () => {
  await run(['convert', at('*.jpg'), '--to', 'png']);
  expect((await readdir(directory.path)).sort()).toEqual(['a.jpg', 'a.png', 'b.jpg', 'b.png']);
  await run(['convert', at('[ab].jpg'), '--to', 'png', '--out-dir', at('out')]);
  expect((await readdir(at('out'))).sort()).toEqual(['a.png', 'b.png']);
});

it('goes on after a failure among several, and tells', async () => {
  const failWith = new ConversionError({ code: 'input_corrupt', message: 'Broken.', details: { at: 1 } });
  const { exitCode, stdout, stderr } = await run(['convert', at('*.jpg'), '--to', 'png', '--json'], { failWith });
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout.toString())).toEqual([
    { input: at('a.jpg'), error: { code: 'input_corrupt', message: 'Broken.', details: { at: 1 } } },
    { input: at('b.jpg'), error: { code: 'input_corrupt', message: 'Broken.', details: { at: 1 } } },
  ]);
  expect(stderr.trim().split('\n')).toEqual([`athanor: ${at('a.jpg')}: Broken.`, `athanor: ${at('b.jpg')}: Broken.`]);
});

it('reads standard input and writes standard output', async () => {
  const { exitCode, stdout, stderr } = await run(
    ['convert', '-', '-', '--to', 'png'],
    { results: ['\0binary\xff'] },
    { stdin: Buffer.from('in') },
  );
  expect(exitCode).toBe(0);
  expect(stdout.toString('utf8')).toBe('\0binary\xff');
  expect(stderr).toContain('verified by content');
  expect(calls[0]!.input).toBeTypeOf('object');
});

it('does not put several results on standard output', async () => {
  const { exitCode, stdout, stderr } = await run(['convert', at('a.jpg'), '-', '--to', 'png'], { results: ['1', '2'] });
  expect([exitCode, stdout.toString()]).toEqual([2, '']);
  expect(stderr).toContain('--pages 1');
});

it('never replaces the input without --force, even under another name', async () => {
  await link(at('a.jpg'), at('same.jpg'));
  for (const output of ['a.jpg', 'same.jpg', './a.jpg']) {
    const { exitCode, stderr } = await run(['convert', at('a.jpg'), `${directory.path}/${output}`]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--force');
  }
  expect(await readFile(at('a.jpg'), 'utf8')).toBe('source a');
  expect((await run(['convert', at('a.jpg'), at('a.jpg'), '--force'])).exitCode).toBe(0);
  expect(await readFile(at('a.jpg'), 'utf8')).toBe('result');
});

it('replaces other files, but only once the result is there', async () => {
  await writeFile(at('out.png'), 'old');
  const failWith = new ConversionError({ code: 'input_corrupt', message: 'Broken\nin two lines.' });
  const failed = await run(['convert', at('a.jpg'), at('out.png'), '--json'], { failWith });
  expect(failed.exitCode).toBe(1);
  expect(failed.stderr).toBe('athanor: Broken in two lines.\n');
  expect(JSON.parse(failed.stdout.toString())).toMatchObject({ error: { code: 'input_corrupt' } });
  expect(await readFile(at('out.png'), 'utf8')).toBe('old');
  await run(['convert', at('a.jpg'), at('out.png')]);
  expect(await readFile(at('out.png'), 'utf8')).toBe('result');
});

it('leaves nothing behind when it is interrupted', async () => {
  const controller = new AbortController();
  const running = run(['convert', at('a.jpg'), at('out.png')], { hangs: true }, { signal: controller.signal });
  while (calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  const { exitCode, stderr } = await running;
  expect(exitCode).toBe(1);
  expect(stderr).toBe('athanor: Interrupted. Unfinished results were removed.\n');
  expect((await readdir(directory.path)).sort()).toEqual(['a.jpg', 'b.jpg']);
});

it('stops at an interrupt instead of going on with the next input', async () => {
  const controller = new AbortController();
  const running = run(['convert', at('*.jpg'), '--to', 'png'], { hangs: true }, { signal: controller.signal });
  while (calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  expect((await running).exitCode).toBe(1);
  expect(calls).toHaveLength(1);
});

it('joins inputs in their order', async () => {
  const { exitCode } = await run(['merge', at('b.jpg'), at('a.jpg'), at('out.pdf'), '--dpi', '150']);
  expect(exitCode).toBe(0);
  expect(calls[0]).toMatchObject({
    input: [at('b.jpg'), at('a.jpg')],
    options: { to: 'pdf', options: { dpi: '150' } },
  });
  expect(await readFile(at('out.pdf'), 'utf8')).toBe('result');
  expect((await run(['merge', at('a.jpg'), at('b.jpg'), at('b.jpg')])).exitCode).toBe(2);
});

it.each([
  [['convert', 'no-such-file.jpg', 'x.png'], 'missing_file', 'There is no file no-such-file.jpg.'],
  [['convert', 'no-such-*.jpg', '--to', 'png'], 'missing_file', 'No file matches no-such-*.jpg.'],
  [['convert', '.', 'x.png'], 'missing_file', '. is not a file.'],
  [['convert', 'package.json', 'x.pngg'], 'unknown_target_format', 'There is no format pngg. Did you mean png?'],
  [['merge', '-', '-', 'x.pdf'], 'invalid_arguments', 'Standard input can be read only once.'],
])('refuses %j before anything is converted', async (argv, code, message) => {
  const { exitCode, stdout, stderr } = await run([...argv, '--json']);
  expect(exitCode).toBe(2);
  expect(stderr).toBe(`athanor: ${message}\n`);
  expect(JSON.parse(stdout.toString())).toEqual({ error: { code, message, details: {} } });
  expect(calls).toEqual([]);
});

it('prints help and version without an engine', async () => {
  const world = { createEngine: () => expect.unreachable('no engine is needed') as never };
  expect((await runCli(['--help'], world)).stdout.toString()).toContain('Usage: athanor COMMAND');
  expect((await runCli(['convert', '--help'], world)).stdout.toString()).toContain('--audio-bitrate');
  expect((await runCli(['--version'], world)).stdout.toString()).toMatch(/^\d+\.\d+\.\d+\n$/);
});

it('draws a progress bar on a terminal only, and removes it', async () => {
  const written: string[] = [];
  const stderr = Object.assign(Object.create(process.stderr), {
    isTTY: true,
    columns: 80,
    write: (text: string) => written.push(text) > 0,
  }) as typeof process.stderr;
  await run(['convert', at('a.jpg'), at('out.png')], {}, { stderr });
  const drawn = written.join('');
  expect(drawn).toContain('a.jpg [===============               ]  50 %');
  expect(drawn.indexOf('50 %')).toBeLessThan(drawn.indexOf('warning'));
  expect(drawn.slice(drawn.indexOf('50 %')).split('athanor: warning')[0]).toSatisfy((text: string) =>
    text.endsWith('\r\x1b[K'),
  );
});

it('takes back what it has moved when a later file cannot be moved', async () => {
  await using staging = await stageBeside(at('x.png'));
  await writeFile(join(staging.directory, '1'), 'one');
  await writeFile(join(staging.directory, '2'), 'two');
  await mkdir(at('taken.png'));
  await chmod(at('taken.png'), 0o755);
  const moves = [
    [join(staging.directory, '1'), at('x-1.png')],
    [join(staging.directory, '2'), at('taken.png')],
  ] as const;
  await expect(publish(moves, 0o644)).rejects.toThrow();
  expect((await readdir(directory.path)).sort().filter((name) => name.endsWith('.png'))).toEqual(['taken.png']);
});

it('turns the first signal into an abort and an exit code', () => {
  const listeners = new Map<string, () => void>();
  const { signal, exitCodeOfSignal } = listenForSignals({ once: (name, listener) => listeners.set(name, listener) });
  expect(exitCodeOfSignal()).toBeUndefined();
  listeners.get('SIGTERM')!();
  listeners.get('SIGINT')!();
  expect(signal.aborted).toBe(true);
  expect(exitCodeOfSignal()).toBe(143);
});
