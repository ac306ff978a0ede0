import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine } from '../../engine/index.ts';
import { DEFAULT_LIMITS } from '../../server/limits.ts';
import type { ConversionView, HistoryView } from '../../server/openapi/conversion-schemas.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, call, form, FORM_TYPE, type Part } from '../support/http-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { ROOT } from '../support/source-tree.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { sharedEngine } from '../support/shared-engine.ts';

/** What the service answers when its callers mean harm, with the engine that users meet. */
const engine = sharedEngine();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ engine });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

const source = (path: string): Promise<Buffer> => readFile(join(ROOT, 'corpus/sources', path));
const IMAGE = 'png/gradient-16bit-alpha.png';

interface Upload {
  readonly value: Buffer | string;
  readonly fileName: string;
  readonly to: string;
  readonly key?: string;
}

function convert({ value, fileName, to, key }: Upload, at = service): Promise<Answer> {
  return at.convert(
    [
      { name: 'file', value, fileName },
      { name: 'targetFormat', value: to },
    ],
    { 'X-API-Key': key ?? at.key },
  );
}

describe('a file that is two things at once', () => {
  const page = '<html><script>fetch("/steal")</script></html>';
  const archive = Buffer.from(zipSync({ 'evil.txt': Buffer.from('hidden') }));
  const cases: readonly [string, string, Buffer | string, string, string][] = [
    ['a GIF with a ZIP behind it', 'gif/animated-three-frames-loop-2.gif', archive, 'png', 'GIF'],
    ['a JPEG with a program behind it', 'jpg/orientation-6-exif.jpg', '<?php system($_GET["c"]); ?>', 'png', 'JPG'],
    ['a PNG with a page behind it', IMAGE, page, 'jpg', 'PNG'],
  ];

  it.each(cases)('%s is what its content begins as, and the rest is not in the result', async (...row) => {
    const [, path, tail, to, format] = row;
    const value = Buffer.concat([await source(path), Buffer.from(tail)]);
    const data = (await convert({ value, fileName: 'upload.html', to })).data<ConversionView>();
    expect(data.sourceFormat).toBe(format);
    expect(data.warnings.map(({ code }) => code)).toContain('file_name_mismatch');
    const { body } = await call(data.downloadUrl);
    expect(body.includes(Buffer.from(tail))).toBe(false);
  });

  it('a page within a comment of an image never comes back as a page', async () => {
    const answer = await convert({
      value: Buffer.concat([await source(IMAGE), Buffer.from(page)]),
      fileName: 'a.png',
      to: 'webp',
    });
    const { headers } = await call(answer.data<ConversionView>().downloadUrl);
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
    expect(headers['content-disposition']).toMatch(/^attachment/);
  });
});

describe('texts that are built to make patterns backtrack', () => {
  const long = (piece: string, count: number): string => piece.repeat(count).slice(0, 4_000);
  // A pattern that backtracks takes minutes on these, and the test runs into its timeout.
  const texts = [
    long('a-', 2_000),
    long(' ', 4_000),
    `${long('a', 3_999)}!`,
    long('.', 4_000),
    long('%2e', 1_300),
    long('aA1_', 1_000),
  ];

  it.each([
    ['targetFormat', (text: string) => service.convert([PART, { name: 'targetFormat', value: text }])],
    ['sourceFormat', (text: string) => service.convert([PART, TO_WEBP, { name: 'sourceFormat', value: text }])],
    ['options', (text: string) => service.convert([PART, TO_WEBP, { name: 'options', value: `{"pages":"${text}"}` }])],
    ['allowLoss', (text: string) => service.convert([PART, TO_WEBP, { name: 'allowLoss', value: text }])],
    [
      'callbackUrl',
      (text: string) => service.convert([PART, TO_WEBP, { name: 'callbackUrl', value: `http://${text}` }]),
    ],
    ['a file name', (text: string) => service.convert([{ ...PART, fileName: `${text}.png` }, TO_WEBP])],
    ['Accept', (text: string) => service.convert([PART], { Accept: text })],
    ['Prefer', (text: string) => service.convert([PART], { Prefer: text })],
    ['Idempotency-Key', (text: string) => service.convert([PART], { 'Idempotency-Key': text })],
    ['Range', (text: string) => call(`${service.url}/d/x.png?e=1&k=a&s=b`, { headers: { Range: `bytes=${text}` } })],
    ['Accept-Language', (text: string) => call(service.url, { headers: { 'Accept-Language': text } })],
    ['an address', (text: string) => call(`${service.url}/${encodeURIComponent(text)}`)],
  ])('%s', async (_name, send) => {
    for (const text of texts) expect((await send(text)).status).toBeLessThan(500);
  });

  const PART: Part = { name: 'file', value: 'not a picture', fileName: 'a.png' };
  const TO_WEBP: Part = { name: 'targetFormat', value: 'webp' };
});

/** Takes a minute to set, and no step of it can be interrupted. */
const ENDLESS = '#let n = 10000\n#for i in range(n) { for j in range(n) { for k in range(n) { let x = i * j * k } } }';

it('files that never come to an end cost nobody else a result', async () => {
  await using patient = createEngine({ limits: { deadlineMs: 8_000 } });
  await patient.warm(['typst', 'vips']);
  await using shared = await startTestService({ engine: patient });
  const hog = await shared.addAccount('hog', 100);
  const endless = Array.from({ length: 6 }, () =>
    convert({ value: ENDLESS, fileName: 'endless.typ', to: 'pdf', key: hog.key }, shared),
  );
  const value = await source(IMAGE);
  const others = await Promise.all(
    Array.from({ length: 12 }, () => convert({ value, fileName: 'picture.png', to: 'webp' }, shared)),
  );
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
  const ended = await Promise.all(endless);
  expect(new Set(ended.map(({ failure }) => failure.error.code))).toEqual(new Set(['conversion_timeout']));
  expect(await shared.used('hog'), 'the first ones are refunded').toBe(6 - DEFAULT_LIMITS.refundedTimeouts);
  expect((await convert({ value: '= Fine', fileName: 'fine.typ', to: 'pdf' }, shared)).status).toBe(200);
}, 180_000);

it('what is converted side by side is what it is alone', async () => {
  const works = [
    [IMAGE, 'webp'],
    ['gif/animated-three-frames-loop-2.gif', 'png'],
    ['csv/semicolons-ragged-duplicate-headers.csv', 'json'],
    ['svg/gradients-clip-mask-filter.svg', 'png'],
    ['mp3/sweep-tags-cover.mp3', 'wav'],
    ['docx/report-notes-merged-cells-repeated-picture.docx', 'html'],
    ['jpg/orientation-6-exif.jpg', 'png'],
  ] as const;
  const hashOf = async ([path, to]: (typeof works)[number]): Promise<string> => {
    const answer = await convert({ value: await source(path), fileName: path.split('/')[1]!, to });
    const { body } = await call(answer.data<ConversionView>().downloadUrl);
    return `${path} ${createHash('sha256').update(body).digest('hex')}`;
  };
  const alone: string[] = [];
  for (const work of works) alone.push(await hashOf(work));
  for (let round = 0; round < 4; round++) {
    const mixed = [...works, ...works.toReversed()].map(hashOf);
    expect(await Promise.all(mixed)).toEqual([...alone, ...alone.toReversed()]);
  }
}, 120_000);

describe('a disk that is full', async () => {
  await using probe = await smallDisk();

  it.skipIf(!probe)('is told as 507, and the service goes on once there is room', async () => {
    await using disk = (await smallDisk())!;
    await using small = await startTestService({ dataDir: join(disk.path, 'data') });
    const upload = (bytes: number): Promise<Answer> =>
      call(`${small.url}/api/v1/convert`, {
        headers: { 'Content-Type': FORM_TYPE, 'X-API-Key': small.key },
        body: form(
          { name: 'file', value: Buffer.concat([Buffer.from('%PDF'), Buffer.alloc(bytes)]), fileName: 'a.pdf' },
          { name: 'targetFormat', value: 'docx' },
        ),
      });
    const full = await upload(20_000_000);
    expect([full.status, full.failure.error.code]).toEqual([507, 'insufficient_storage']);
    expect(await small.leftovers()).toEqual([]);
    expect((await upload(1_000)).status).toBe(200);
  });

  it.skipIf(!probe)(
    'is told as 507 whichever write it stops: of an upload, a row, or a result',
    async () => {
      await using disk = (await smallDisk())!;
      await using small = await startTestService({ dataDir: join(disk.path, 'data') });
      const upload = (bytes: number, headers = {}): Promise<Answer> =>
        small.convert(
          [
            { name: 'file', value: `%PDF${'x'.repeat(bytes)}`, fileName: 'a.pdf' },
            { name: 'targetFormat', value: 'docx' },
          ],
          headers,
        );
      const filler = join(disk.path, 'filler');
      for (const freeKiB of [0, 4, 8, 16, 20, 24, 32, 64, 128, 300]) {
        const { bavail, bsize } = await statfs(disk.path);
        await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - freeKiB * 1024)));
        for (const outputBytes of [10, 200_000]) {
          small.engine.output = Buffer.alloc(outputBytes);
          const answers = [await upload(10), await upload(10, { Prefer: 'respond-async' }), await upload(50_000)];
          expect(answers.map(({ status }) => status).filter((status) => ![200, 202, 507].includes(status))).toEqual([]);
        }
        expect((await call(`${small.url}/readyz`)).status).toBe(503);
        await rm(filler);
      }
      small.engine.output = undefined;
      expect((await upload(10)).status).toBe(200);
      // What the process has claimed a moment ago may be unknown to it.
      small.clock.now += 5_000;
      await small.service.presence.heartbeat();
      await eventually(async () => {
        const conversions = (
          await call(`${small.url}/api/v1/conversions?limit=100`, { headers: { 'X-API-Key': small.key } })
        ).data<readonly HistoryView[]>();
        expect(conversions.filter(({ status }) => status === 'running')).toEqual([]);
        expect(conversions.filter(({ status }) => status === 'succeeded')).toHaveLength(await small.used());
      });
      expect(await small.leftovers()).toEqual([]);
    },
    60_000,
  );
});

interface SmallDisk extends AsyncDisposable {
  readonly path: string;
}

/** A file system of 12 MB, where one may be mounted. */
async function smallDisk(): Promise<SmallDisk | undefined> {
  const directory = await temporaryDirectory();
  const run = promisify(execFile);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', directory.path]);
  } catch {
    await directory[Symbol.asyncDispose]();
    return undefined;
  }
  return {
    path: directory.path,
    async [Symbol.asyncDispose]() {
      await run('umount', [directory.path]);
      await directory[Symbol.asyncDispose]();
    },
  };
}
