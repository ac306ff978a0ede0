import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createEngine, type FormatId } from '../../engine/index.ts';
import { CORPORA } from '../support/corpora.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { describeResult, FAULTS, summaryOf, type PairResult } from './matrix.ts';
import { isInstalled } from './native.ts';
import { realFiles, tryRealFile } from './real-files.ts';

const HELP = `Converts every real file of a family to a sensible target, and asks native programs for the same.

  node test/matrix/corpus-run.ts image        the folder of that name beside the checkout, shared/corpora/image
  node test/matrix/corpus-run.ts image tika   only paths with these words
  --json                                      one JSON object a line
  --faults                                    prints only what is wrong and what native programs do better
  --without-native                            does not ask native programs
`;

interface NativeProgram {
  readonly program: string;
  readonly args: (from: string, to: string) => string[];
  /** Formats that it reads; any if absent. */
  readonly formats?: RegExp;
}

/** The first seconds show whether a film or a sound can be decoded. */
const FFMPEG = (extension: string): NativeProgram => ({
  program: 'ffmpeg',
  args: (from, to) => ['-v', 'error', '-nostdin', '-i', from, '-t', '10', `${to}.${extension}`],
});

/** Chooses the reader by the extension; what it does not know it reads as Markdown, which makes something of anything. */
const PANDOC: NativeProgram = {
  program: 'pandoc',
  formats: /^(?!txt$)/,
  args: (from, to) => ['--standalone', from, '--output', `${to}.html`],
};

/** Reads with Python's own modules, and PyYAML, what they read of these formats. */
const PYTHON_DATA: NativeProgram = {
  program: '/usr/bin/python3',
  formats: /^(csv|json|ndjson|yaml|toml|xml|plist|msgpack|sqlite|npy)$/,
  args: (from, to) => ['-c', PYTHON_READERS, from, `${to}.txt`],
};
const PYTHON_READERS = `
import sys, csv, json, tomllib, plistlib, sqlite3
import xml.etree.ElementTree as tree
import msgpack, numpy, yaml
def database(path):
    with sqlite3.connect(path) as opened: return opened.execute('select * from sqlite_master').fetchall()
readers = [
    lambda path: plistlib.load(open(path, 'rb')),
    lambda path: json.load(open(path, encoding='utf-8-sig')),
    lambda path: [json.loads(line) for line in open(path, encoding='utf-8-sig')],
    lambda path: tree.tostring(tree.parse(path).getroot()),
    lambda path: tomllib.load(open(path, 'rb')),
    lambda path: numpy.load(path),
    lambda path: list(csv.reader(open(path, newline='', encoding='utf-8-sig'), strict=True)),
    database,
]
for read in readers:
    try: value = read(sys.argv[1])
    except Exception: continue
    if len(value) > 0:
        open(sys.argv[2], 'w').write(str(value))
        break
else: sys.exit(1)
`;

/** Mails as Python's own modules read them. */
const PYTHON_MAIL: NativeProgram = {
  program: '/usr/bin/python3',
  formats: /^(eml|mbox)$/,
  args: (from, to) => ['-c', PYTHON_MAIL_READER, from, `${to}.txt`],
};
const PYTHON_MAIL_READER = `
import sys, email, email.policy
message = email.message_from_binary_file(open(sys.argv[1], 'rb'), policy=email.policy.default)
body = message.get_body(('html', 'plain'))
open(sys.argv[2], 'w').write(str(message['subject']) + (body.get_content() if body else ''))
`;

/** The values of a workbook, as its most used reader has them. */
const OPENPYXL: NativeProgram = {
  program: '/usr/bin/python3',
  formats: /^(xlsx|xlsm|xltx|xltm)$/,
  args: (from, to) => [
    '-c',
    'import sys, openpyxl\nbook = openpyxl.load_workbook(sys.argv[1], data_only=True)\n' +
      'open(sys.argv[2], "w").write(str([list(sheet.values) for sheet in book.worksheets]))',
    from,
    `${to}.txt`,
  ],
};

/** A profile of this run's own: another LibreOffice would take over its files. */
const OFFICE_PROFILE = join(tmpdir(), `athanor-office-${process.pid}`);

const LIBREOFFICE: NativeProgram = {
  program: 'soffice',
  args: (from, to) => [
    `-env:UserInstallation=${pathToFileURL(OFFICE_PROFILE).href}`,
    '--headless',
    '--convert-to',
    'csv',
    '--outdir',
    dirname(to),
    from,
  ],
};

/** Native programs by the folder of the corpora, the special ones first; pictures become PNG. */
const NATIVE: Readonly<Record<string, readonly NativeProgram[]>> = {
  image: [
    { program: 'rsvg-convert', formats: /^svgz?$/, args: (from, to) => ['-o', `${to}.png`, from] },
    { program: 'heif-convert', formats: /^(heic|avif)$/, args: (from, to) => [from, `${to}.png`] },
    { program: 'djxl', formats: /^jxl$/, args: (from, to) => [from, `${to}.png`] },
    { program: '/usr/bin/convert', args: (from, to) => [`${from}[0]`, `${to}.png`] },
  ],
  audio: [FFMPEG('mka')],
  video: [FFMPEG('mkv')],
  subtitle: [FFMPEG('srt')],
  markup: [PANDOC],
  ebook: [{ program: 'ebook-convert', args: (from, to) => [from, `${to}.epub`] }],
  data: [PYTHON_DATA],
  sheet: [OPENPYXL, LIBREOFFICE],
  archive: [{ program: '7z', args: (from, to) => ['x', '-y', '-bd', '-pnone', `-o${to}`, from] }],
  font: [{ program: 'fontforge', args: (from, to) => ['-lang=ff', '-c', 'Open($1); Generate($2)', from, `${to}.ttf`] }],
  mail: [PYTHON_MAIL],
};

/** Milliseconds that a native program may take for one file. */
const NATIVE_LIMIT_MS = 30_000;

interface FileResult extends PairResult {
  readonly path: string;
  /** The native program that made a picture of the file. */
  readonly native?: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    faults: { type: 'boolean' },
    'without-native': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

const [family, ...words] = positionals;
if (values.help || family === undefined) process.stdout.write(HELP);
else process.exitCode = await runCorpus(family);

async function runCorpus(folder: string): Promise<number> {
  await using engine = createEngine();
  const results: FileResult[] = [];
  for (const path of await realFiles(folder, words)) {
    const tried = await tryRealFile(engine, path);
    const native = values['without-native'] ? undefined : await nativeConverterOf(path, folder, tried.from);
    const result = { path: relative(CORPORA, path), ...tried, ...(native !== undefined && { native }) };
    results.push(result);
    if (values.faults && !FAULTS.has(result.outcome) && !isMissing(result)) continue;
    process.stdout.write(`${values.json ? JSON.stringify(result) : describeFile(result)}\n`);
  }
  await rm(OFFICE_PROFILE, { recursive: true, force: true });
  process.stderr.write(`${reportOn(results)}\n`);
  return results.some(({ outcome }) => FAULTS.has(outcome)) ? 1 : 0;
}

/** The name of the first native program that makes something of the file; nothing if none does, or none is there. */
async function nativeConverterOf(path: string, folder: string, from: FormatId): Promise<string | undefined> {
  await using directory = await temporaryDirectory();
  for (const { program, formats, args } of NATIVE[folder] ?? []) {
    if (formats?.test(from) === false || !(await isInstalled(program))) continue;
    const ended = await endsWell(program, args(path, join(directory.path, 'out')));
    if (ended && (await hasContent(directory.path))) return program;
  }
  return undefined;
}

/** Whether a program ends without an error in time. It gets a group of its own, since some start others. */
async function endsWell(program: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(program, args, { detached: true, stdio: 'ignore' });
  const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), NATIVE_LIMIT_MS);
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return code === 0;
  } finally {
    clearTimeout(timer);
  }
}

async function hasContent(directory: string): Promise<boolean> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.some((size) => size > 0);
}

function isMissing({ outcome, native }: FileResult): boolean {
  return native !== undefined && outcome !== 'verified';
}

function describeFile(result: FileResult): string {
  return `${result.path.padEnd(60)} ${describeResult(result)}${isMissing(result) ? ` | ${result.native} converts it` : ''}`;
}

function reportOn(results: readonly FileResult[]): string {
  const converted = results.filter(({ native }) => native !== undefined);
  const here = converted.filter(({ outcome }) => outcome === 'verified');
  const share = converted.length === 0 ? 100 : (100 * here.length) / converted.length;
  return [
    `${results.length} files: ${JSON.stringify(summaryOf(results))}`,
    `${here.length} of the ${converted.length} files that native programs convert are converted here: ${share.toFixed(1)} %`,
    ...results.filter(isMissing).map(({ path, native, detail }) => `  missing: ${path} (${native}) ${detail}`),
  ].join('\n');
}
