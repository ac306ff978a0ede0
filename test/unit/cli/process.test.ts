import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, watch, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { ROOT } from '../../support/source-tree.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

/** The program as a shell runs it, with the real engine. */

const PIXEL_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

function start(argv: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [join(ROOT, 'engine/cli/main.ts'), ...argv]);
}

async function run(argv: readonly string[], stdin?: Uint8Array) {
  const child = start(argv);
  child.stdin.end(stdin);
  const [stdout, stderr, [exitCode]] = await Promise.all([
    buffer(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { exitCode, stdout, stderr };
}

const isJpeg = (bytes: Uint8Array): boolean => Buffer.from(bytes).toString('latin1').startsWith('\xff\xd8\xff');

it('converts a file and tells about it in JSON', async () => {
  await using directory = await temporaryDirectory();
  const [input, output] = [join(directory.path, 'pixel.png'), join(directory.path, 'pixel.jpg')];
  await writeFile(input, PIXEL_PNG);
  const { exitCode, stdout, stderr } = await run(['convert', input, output, '--json', '--quality', '90']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(JSON.parse(stdout.toString())).toMatchObject({
    output,
    sourceFormat: 'png',
    targetFormat: 'jpg',
    report: { verified: 'content' },
  });
  expect(isJpeg(await readFile(output))).toBe(true);
  expect((await readdir(directory.path)).sort()).toEqual(['pixel.jpg', 'pixel.png']);
});

it('converts from standard input to standard output', async () => {
  const { exitCode, stdout } = await run(['convert', '-', '-', '--to', 'jpeg', '--quiet'], PIXEL_PNG);
  expect(exitCode).toBe(0);
  expect(isJpeg(stdout)).toBe(true);
});

it('fails with one line, and the same as JSON', async () => {
  await using directory = await temporaryDirectory();
  const input = join(directory.path, 'cut.png');
  await writeFile(input, PIXEL_PNG.subarray(0, 40));
  const { exitCode, stdout, stderr } = await run(['convert', input, join(directory.path, 'out.jpg'), '--json']);
  expect(exitCode).toBe(1);
  const { error } = JSON.parse(stdout.toString()) as { error: { code: string; message: string } };
  expect(error.code).toMatch(/^input_(truncated|corrupt)$/);
  expect(stderr).toBe(`athanor: ${error.message}\n`);
  expect(await readdir(directory.path)).toEqual(['cut.png']);
});

it('plans, lists and detects', async () => {
  await using directory = await temporaryDirectory();
  const input = join(directory.path, 'pixel.jpg');
  await writeFile(input, PIXEL_PNG);
  const [plan, formats, detection] = await Promise.all([
    run(['plan', 'png', 'jpg', '--json']),
    run(['formats', '--json']),
    run(['detect', input, '--json']),
  ]);
  const planned = JSON.parse(plan.stdout.toString()) as Record<string, unknown>;
  for (const field of ['route', 'lost', 'gone', 'ms', 'consent', 'why', 'rejected'])
    expect(planned).toHaveProperty(field);
  const listed = JSON.parse(formats.stdout.toString()) as Record<string, unknown>[];
  expect(listed).toContainEqual({
    ...{ id: 'png', name: 'Portable Network Graphics', family: 'image', extensions: ['png'], mimeTypes: ['image/png'] },
    ...{ read: true, write: true },
  });
  expect(JSON.parse(detection.stdout.toString())).toMatchObject({
    format: 'png',
    via: 'content',
    warnings: [{ code: 'file_name_mismatch' }],
  });
});

it('examines the machine', async () => {
  const { exitCode, stdout } = await run(['doctor', '--json']);
  const examination = JSON.parse(stdout.toString()) as {
    codecs: { installed: boolean }[];
    selfChecks: { pair: string; ok: boolean }[];
  };
  expect(examination.codecs.some(({ installed }) => installed)).toBe(true);
  expect(examination.selfChecks).toContainEqual(expect.objectContaining({ pair: 'png → jpg', ok: true }));
  expect(exitCode).toBe(0);
});

it('ends an interrupted conversion without leaving anything', async () => {
  await using directory = await temporaryDirectory();
  const changes = watch(directory.path)[Symbol.asyncIterator]();
  const begun = changes.next();
  const child = start(['convert', '-', join(directory.path, 'out.jpg'), '--from', 'png']);
  const stderr = text(child.stderr);
  const closed = once(child, 'close') as Promise<[number | null]>;
  // It waits for the rest of its input; its staging directory shows that it has begun.
  expect((await begun).value?.filename).toMatch(/^\.athanor-/);
  await changes.return?.();
  child.stdin.write(PIXEL_PNG.subarray(0, 20));
  child.kill('SIGINT');
  expect((await closed)[0]).toBe(130);
  expect(await stderr).toBe('athanor: Interrupted. Unfinished results were removed.\n');
  expect(await readdir(directory.path)).toEqual([]);
});

it('does not mind a reader that has had enough', async () => {
  const child = start(['formats', '--json']);
  const stderr = text(child.stderr);
  child.stdout.destroy();
  const [exitCode] = (await once(child, 'close')) as [number | null];
  expect({ exitCode, stderr: await stderr }).toEqual({ exitCode: 0, stderr: '' });
});
