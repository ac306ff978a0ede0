import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { encodeCsv } from '../../bench/inputs/csv.ts';
import { encodePdf } from '../../bench/inputs/pdf.ts';
import { encodePng, photographPixels } from '../../bench/inputs/photograph.ts';
import { encodeDocx } from '../../bench/inputs/word-document.ts';
import { writeZip } from '../../engine/io/zip.ts';
import { ENTRIES } from '../../server/bundle/sources.js';
import { loadConfig } from '../../server/config.ts';
import { OPERATIONS } from '../../server/openapi/operations.ts';
import { type Service, startService } from '../../server/service.ts';
import { fillPage, PAGES } from '../support/generate-docs.ts';
import {
  anchorsOf,
  commandsOf,
  fencesOf,
  linksOf,
  pathsOf,
  scriptsOf,
  splitCommand,
} from '../support/docs-examples.ts';
import { markdownTable } from '../support/docs-tables.ts';
import { startUpstream } from '../support/upstream.ts';
import { ROOT } from '../support/source-tree.ts';
import { temporaryDirectory, type TemporaryDirectory } from '../support/temporary-directory.ts';

const run = promisify(execFile);
const PATHS = Object.keys(PAGES);
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const everything = PATHS.map(read).join('\n');
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
/** What the script of that name starts. */
const CLI = join(ROOT, 'server/bundle/athanor.js');
const TSC = join(ROOT, 'node_modules/.bin/tsc');
const curl = ['/usr/bin/curl', '/usr/local/bin/curl', '/opt/homebrew/bin/curl'].find(existsSync);

/** A service for the examples that call one. */
async function exampleService({ path }: TemporaryDirectory): Promise<Service & AsyncDisposable> {
  const dataDir = join(path, 'data');
  await mkdir(dataDir);
  const environment = { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', IMPORTS_FROM_PRIVATE_ADDRESSES: 'yes' };
  const service = await startService(loadConfig(environment));
  return { ...service, [Symbol.asyncDispose]: () => service.close() };
}

const urlOf = (source: string): string => pathToFileURL(join(ROOT, source)).href;

/** A directory with the files that the examples convert. */
async function exampleDirectory(): Promise<TemporaryDirectory> {
  const directory = await temporaryDirectory();
  const sound = await readFile(join(ROOT, 'corpus/sources/mp3/sweep-tags-cover.mp3'));
  const files = {
    'chapter-1.mp3': sound,
    'chapter-2.mp3': sound,
    'report.pdf': encodePdf(1),
    'cover.jpg': await readFile(join(ROOT, 'corpus/sources/jpg/orientation-6-exif.jpg')),
    'photo.jpg': await readFile(join(ROOT, 'corpus/sources/jpg/orientation-6-exif.jpg')),
    'photo.heic': await readFile(join(ROOT, 'corpus/sources/heic/lossy-alpha.heic')),
    'logo.svg': await readFile(join(ROOT, 'corpus/sources/svg/gradients-clip-mask-filter.svg')),
    'film.mkv': await readFile(join(ROOT, 'corpus/sources/mkv/h264-aac-subtitles.mkv')),
    'scan.tiff': await readFile(join(ROOT, 'corpus/sources/tiff/fax-lying.tiff')),
    'report.docx': await encodeDocx(1),
    'photo.png': encodePng(photographPixels(120, 90), 120, 90),
    'table.csv': encodeCsv(5),
    'thesis.zip': writeZip([
      { name: 'thesis.md', bytes: Buffer.from('# Tides\n\nThey rise twice a day [@quay]: $E = mc^2$.\n') },
      { name: 'sources.bib', bytes: Buffer.from('@book{quay, author={Ada Quay}, title={Tides}, year={1871}}\n') },
    ]),
  };
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(directory.path, name), bytes);
  return directory;
}

describe.each(PATHS)('the page %s', (path) => {
  const text = read(path);

  it('has generated parts that are up to date (node test/support/generate-docs.ts --write)', () => {
    expect(fillPage(text, PAGES[path]!)).toBe(text);
  });

  it('names only npm scripts, files and folders that exist', () => {
    expect(scriptsOf(text).filter((name) => !(name in manifest.scripts))).toEqual([]);
    const paths = pathsOf(text, ['engine', 'server', 'bench', 'test', 'corpus']);
    expect(paths.filter((one) => !existsSync(join(ROOT, one)))).toEqual([]);
  });

  it('leads only to pages and headings that exist', () => {
    const broken = linksOf(text).filter((link) => {
      const [target = '', anchor] = link.split('#');
      const page = target === '' ? join(ROOT, path) : join(ROOT, path, '..', target);
      return !existsSync(page) || (anchor !== undefined && !anchorsOf(readFileSync(page, 'utf8')).includes(anchor));
    });
    expect(broken).toEqual([]);
  });
});

describe('the documentation', () => {
  it('begins with a README that can be read in one go', () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(250);
  });

  it('lists every call of the service, and no other', () => {
    const routes = OPERATIONS.map(
      ({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    );
    const listed = [
      ...read('server/README.md').matchAll(/^\| `((?:GET|POST|PUT|PATCH|DELETE|OPTIONS) [^`]+)` \|/gm),
    ].map(([, call]) => call);
    expect(routes.length).toBeGreaterThan(5);
    // What lies under /web is between the website and its pages.
    const forPrograms = routes.filter((route) => !route.includes(' /web/'));
    expect(listed.sort()).toEqual([...forPrograms, 'GET /openapi.json'].sort());
  });
});

describe('the examples for programs', () => {
  const examples = fencesOf(everything).filter(({ language }) => language === 'ts');

  it('are there', () => expect(examples.length).toBeGreaterThan(0));

  it('compile', async () => {
    await using directory = await temporaryDirectory();
    const compilerOptions = {
      ...{ target: 'esnext', module: 'nodenext', strict: true, noEmit: true, skipLibCheck: true },
      ...{ allowImportingTsExtensions: true, resolveJsonModule: true, erasableSyntaxOnly: true },
      ...{ lib: ['esnext', 'webworker'], types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] },
      paths: {
        athanor: [join(ROOT, 'engine/index.ts')],
        'athanor/client': [join(ROOT, 'server/client/index.ts')],
      },
    };
    const project = join(directory.path, 'tsconfig.json');
    const files = examples.map((_, index) => `example-${index + 1}.mts`);
    for (const [index, { text }] of examples.entries()) await writeFile(join(directory.path, files[index]!), text);
    await writeFile(project, JSON.stringify({ compilerOptions, files }));
    const { stdout } = await run(TSC, ['-p', project]).catch((error: { stdout: string }) => error);
    // The engine's own errors are those of `npm run check`.
    expect(stdout.split('\n').filter((line) => /example-\d+\.mts/.test(line))).toEqual([]);
  });

  it.each(examples)('run: $text', async ({ text }) => {
    await using directory = await exampleDirectory();
    await using service = text.includes('http://localhost:8080') ? await exampleService(directory) : undefined;
    const file = join(directory.path, 'example.mts');
    const source = text
      .replaceAll("from 'athanor'", `from '${urlOf('engine/index.ts')}'`)
      .replaceAll("from 'athanor/client'", `from '${urlOf('server/client/index.ts')}'`)
      .replaceAll('http://localhost:8080', service?.url ?? '');
    await writeFile(file, source);
    const env = { ...process.env, ATHANOR_KEY: service?.firstKey };
    const { stdout, stderr } = await run(process.execPath, [file], { cwd: directory.path, env });
    expect(stderr).toBe('');
    expect(stdout).not.toBe('');
  });
});

describe('the examples for the command line', () => {
  const commands = commandsOf(everything, 'npm').filter((words) => words.slice(1, 5).join(' ') === 'run -s athanor --');

  it('show the first conversion', () => {
    expect(commands.some(([, , , , , command]) => command === 'convert')).toBe(true);
  });

  it.each(commands.map((words) => [words.slice(5).join(' '), words.slice(5)] as const))('run: %s', async (_, words) => {
    await using directory = await exampleDirectory();
    const { stdout } = await run(process.execPath, [CLI, ...words], { cwd: directory.path });
    if (words[0] === 'warm') await run(process.execPath, [CLI, 'warm', '--stop']);
    expect(stdout).not.toBe('');
    if (words[0] === 'convert' && words.length === 3) expect(existsSync(join(directory.path, words[2]!))).toBe(true);
  });
});

describe('the example for HTTP', () => {
  const [command = []] = commandsOf(everything, 'curl');
  const answers = fencesOf(everything).filter(({ language }) => language === 'json');

  it.skipIf(!curl)('is answered as shown', async () => {
    await using directory = await exampleDirectory();
    await using service = await exampleService(directory);
    const call = async (words: readonly string[]): Promise<unknown> => {
      const args = words
        .slice(1)
        .map((word) =>
          word
            .replace('http://localhost:8080', service.url)
            .replace(/^X-API-Key: .*/, `X-API-Key: ${service.firstKey}`),
        );
      return JSON.parse((await run(curl!, ['-sS', ...args], { cwd: directory.path })).stdout) as unknown;
    };
    const success = answers.find(({ text }) => text.includes('"success": true'))!;
    const failure = answers.find(({ text }) => text.includes('"success": false'))!;
    expect(await call(command)).toMatchObject(shapeOf(JSON.parse(success.text)));
    const wrong = command.map((word) => word.replace('targetFormat=docx', 'targetFormat=mp3'));
    expect(await call(wrong)).toMatchObject(shapeOf(JSON.parse(failure.text)));
  });
});

describe('the examples for a shell', () => {
  const examples = fencesOf(everything).filter(({ language, text }) => language === 'sh' && text.includes('curl '));

  it.skipIf(!curl).each(examples)('run: $text', async ({ text }) => {
    await using directory = await exampleDirectory();
    await using service = await exampleService(directory);
    const report = await readFile(join(directory.path, 'report.pdf'));
    await using files = await startUpstream((_request, response) => void response.end(report));
    const script = text
      .replaceAll('http://localhost:8080', service.url)
      .replaceAll('https://files.example', files.url)
      .replaceAll('curl ', "curl -sS -w '\\n' ");
    const env = { ...process.env, KEY: service.firstKey };
    const { stdout } = await run('sh', ['-c', script], { cwd: directory.path, env });
    const answers = stdout.trim().split('\n');
    for (const answer of answers) expect(JSON.parse(answer), answer).toMatchObject({ success: true });
  });

  it('are those of a first call, of chains, presets and addresses', () => expect(examples.length).toBe(4));
});

describe('what starts the service elsewhere', () => {
  it.each(['Dockerfile', 'server/deploy/athanor.service'])('is in the package: %s', (path) => {
    const [, started] = /\bdist\/code\/([\w-]+)\.js/.exec(read(path)) ?? [];
    expect(Object.keys(ENTRIES)).toContain(started);
  });
});

/** What has the same fields with values of the same types, and the same truth values. */
function shapeOf(value: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value as Record<string, unknown>).map(([name, field]) => [name, shapeOfField(field)]),
  );
}

function shapeOfField(field: unknown): unknown {
  if (typeof field === 'boolean') return field;
  if (Array.isArray(field)) return expect.any(Array);
  if (typeof field === 'object' && field !== null) return expect.objectContaining(shapeOf(field));
  return typeof field === 'number' ? expect.any(Number) : expect.any(String);
}

describe('generated parts', () => {
  const text = 'before\n<!-- generated: colours -->\nold\n<!-- end -->\nafter\n';

  it('replace what stands between their markers, and nothing else', () => {
    const filled = 'before\n<!-- generated: colours -->\n\nred\n\n<!-- end -->\nafter\n';
    expect(fillPage(text, { colours: () => 'red' })).toBe(filled);
    expect(fillPage(filled, { colours: () => 'red' })).toBe(filled);
  });

  it('are refused when nobody makes them, and missed when they have no place', () => {
    expect(() => fillPage(text, {})).toThrow('There is nothing to generate for colours');
    expect(() => fillPage(text, { colours: () => '', sizes: () => '' })).toThrow('no markers for sizes');
  });

  it('escape what would end a cell', () => {
    expect(markdownTable(['a', 'b'], [['x|y', 'z']])).toBe('| a | b |\n| --- | --- |\n| x\\|y | z |');
  });
});

describe('examples', () => {
  it('are split as a shell does, without their comments', () => {
    expect(splitCommand('convert "*.csv" --to json   # several at once')).toEqual(['convert', '*.csv', '--to', 'json']);
    expect(splitCommand("curl -H 'X-API-Key: a b' -F file=@c.pdf#1")).toEqual([
      'curl',
      '-H',
      'X-API-Key: a b',
      '-F',
      'file=@c.pdf#1',
    ]);
  });

  it('name scripts and paths', () => {
    expect(scriptsOf('run `npm run -s keys -- create`, npm run bench and npm start')).toEqual(['keys', 'bench']);
    expect(
      pathsOf('`engine/index.ts` and `bench/`, not `corpus/<id>.ts` or `other/x`', ['engine', 'bench', 'corpus']),
    ).toEqual(['engine/index.ts', 'bench/']);
  });
});
