import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { formatOf, type FormatId } from '../../engine/index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { isInstalled } from './native.ts';

interface NativeProgram {
  readonly program: string;
  readonly args: (from: string, to: string, formats: { readonly from: FormatId; readonly to: FormatId }) => string[];
  /** Names of results that are sources again. */
  readonly inner?: RegExp;
  /** Formats that it reads; any if absent. */
  readonly formats?: RegExp;
  /** What must be in the text of a result: without it nothing was converted. */
  readonly says?: RegExp;
}

/** The first seconds show whether video or audio can be decoded; of an audiobook more than its cover. */
const FFMPEG = (extension: string, ...only: readonly string[]): NativeProgram => ({
  program: 'ffmpeg',
  args: (from, to) => [
    ...['-v', 'error', '-nostdin', '-abort_on', 'empty_output'],
    ...['-i', from, '-t', '10', ...only, `${to}.${extension}`],
  ],
});

/** Chooses the reader by the extension; what it does not know it reads as Markdown, which makes something of anything. */
const PANDOC: NativeProgram = {
  program: 'pandoc',
  formats: /^(?!txt$)/,
  args: (from, to, formats) => ['--standalone', from, '--output', `${to}.${formats.to}`],
};

/** Reads with Python's own modules, NumPy and msgpack, each of these formats with its own reader. */
const PYTHON_DATA: NativeProgram = {
  program: '/usr/bin/python3',
  formats: /^(csv|json|ndjson|toml|xml|plist|msgpack|sqlite|npy)$/,
  args: (from, to, formats) => ['-c', PYTHON_READERS, formats.from, from, `${to}.txt`],
};
const PYTHON_READERS = `
import sys, csv, json, tomllib, plistlib, sqlite3
import xml.etree.ElementTree as tree
import msgpack, numpy
readers = {
    'csv': lambda path: list(csv.reader(open(path, newline='', encoding='utf-8-sig'), strict=True)),
    'json': lambda path: json.load(open(path, encoding='utf-8-sig')),
    'ndjson': lambda path: [json.loads(line) for line in open(path, encoding='utf-8-sig')],
    'toml': lambda path: tomllib.load(open(path, 'rb')),
    'xml': lambda path: tree.tostring(tree.parse(path).getroot()),
    'plist': lambda path: plistlib.load(open(path, 'rb')),
    'msgpack': lambda path: msgpack.unpack(open(path, 'rb')),
    'sqlite': lambda path: sqlite3.connect(path).execute('select * from sqlite_master').fetchall(),
    'npy': lambda path: numpy.load(path),
}
_, form, source, target = sys.argv
open(target, 'w').write(str(readers[form](source)))
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
  args: (from, to) => ['-c', OPENPYXL_READER, from, `${to}.txt`],
};

/** A profile of this run's own: another LibreOffice would take over its files. */
export const OFFICE_PROFILE = join(tmpdir(), `athanor-office-${process.pid}`);

/** Unpacks also what lies in a compressed archive: one without files is no conversion. */
const SEVEN_ZIP: NativeProgram = {
  program: '7z',
  args: (from, to) => ['x', '-y', '-bd', '-pnone', '-snl', `-o${to}`, from],
  inner: /\.(tar|cpio)$/,
};

const OPENPYXL_READER = `
import sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1], data_only=True)
values = [value for sheet in book.worksheets for row in sheet.values for value in row if value is not None]
if not values: sys.exit(1)
open(sys.argv[2], 'w').write(str(values))
`;

const LIBREOFFICE: NativeProgram = {
  program: 'soffice',
  formats: /^(?!pdf$)/,
  args: (from, to, formats) => [
    `-env:UserInstallation=${pathToFileURL(OFFICE_PROFILE).href}`,
    '--headless',
    '--convert-to',
    formats.to,
    '--outdir',
    dirname(to),
    from,
  ],
};

const PDFTOTEXT: NativeProgram = {
  program: 'pdftotext',
  formats: /^pdf$/,
  args: (from, to) => [from, `${to}.txt`],
};

const EBOOK_CONVERT: NativeProgram = { program: 'ebook-convert', args: (from, to) => [from, `${to}.epub`] };

/** Files in a ZIP are read in it. */
const OGR2OGR: NativeProgram = {
  program: 'ogr2ogr',
  args: (from, to) => ['-f', 'GeoJSON', `${to}.json`, from.endsWith('.zip') ? `/vsizip/${from}` : from],
};

/** Native programs by the family of the source, the special ones first; images become PNG. */
const NATIVE: Readonly<Record<string, readonly NativeProgram[]>> = {
  image: [
    { program: 'rsvg-convert', formats: /^svgz?$/, args: (from, to) => ['-o', `${to}.png`, from] },
    { program: 'heif-convert', formats: /^(heic|avif)$/, args: (from, to) => [from, `${to}.png`] },
    { program: 'djxl', formats: /^jxl$/, args: (from, to) => [from, `${to}.png`] },
    { program: '/usr/bin/convert', args: (from, to) => [`${from}[0]`, `${to}.png`] },
  ],
  audio: [FFMPEG('mka', '-vn')],
  video: [FFMPEG('mkv')],
  // Numbers and times alone are no subtitles.
  subtitle: [{ ...FFMPEG('srt'), says: /\p{L}/u }],
  markup: [PANDOC, LIBREOFFICE],
  document: [LIBREOFFICE, PDFTOTEXT],
  ebook: [EBOOK_CONVERT],
  data: [PYTHON_DATA],
  sheet: [OPENPYXL, LIBREOFFICE],
  archive: [SEVEN_ZIP],
  font: [{ program: 'fontforge', args: (from, to) => ['-lang=ff', '-c', 'Open($1); Generate($2)', from, `${to}.ttf`] }],
  mail: [PYTHON_MAIL],
  model: [{ program: 'assimp', args: (from, to) => ['export', from, `${to}.obj`] }],
  map: [OGR2OGR],
  grid: [{ program: 'gdal_translate', args: (from, to) => ['-q', from, `${to}.tif`] }],
  notation: [{ program: 'abc2midi', formats: /^abc$/, args: (from, to) => [from, '-silent', '-o', `${to}.mid`] }],
};

/** Milliseconds that a native program may take for one file. */
const NATIVE_LIMIT_MS = 30_000;

/** The name of the first native program that makes something of the file; nothing if none does, or none is there. */
export async function nativeConverterOf(
  path: string,
  pair: { readonly from: FormatId; readonly to: FormatId },
): Promise<string | undefined> {
  await using directory = await temporaryDirectory();
  for (const { program, formats, inner, says, args } of NATIVE[formatOf(pair.from).family] ?? []) {
    if (formats?.test(pair.from) === false || !(await isInstalled(program))) continue;
    const ended = await endsWell(program, args(path, join(directory.path, 'out'), pair));
    const [made, ...others] = ended ? await filesWithContent(directory.path) : [];
    if (made === undefined || (says && !says.test(await readFile(made, 'utf8')))) continue;
    if (!inner?.test(made) || others.length > 0) return program;
    const innermost = join(directory.path, 'inner');
    const unpacked = await endsWell(program, args(made, innermost, pair));
    if (unpacked && (await filesWithContent(innermost)).length > 0) return program;
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

async function filesWithContent(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const filled = await Promise.all(paths.map(hasContent));
  return paths.filter((_, index) => filled[index]);
}

/** A line end is no content: it is what remains of an empty table. */
async function hasContent(path: string): Promise<boolean> {
  // A name that is no UTF-8 cannot be asked for: somebody made it all the same.
  const size = await stat(path).then(
    (found) => found.size,
    () => Infinity,
  );
  return size > 2 || (await readFile(path, 'latin1')).trim() !== '';
}
