import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CODECS } from '../../engine/codecs/index.ts';
import type { Format, FormatId } from '../../engine/formats/index.ts';
import { OPTIONS, type OptionDeclaration } from '../../engine/formats/options.ts';
import { DEFAULT_LIMITS, type Limits } from '../../engine/contract/limits.ts';
import { PACK_IDS, packageNames, PACKS, packsOf } from '../../engine/contract/packs.ts';
import { DEFAULT_LIMITS as SERVER_LIMITS } from '../../server/limits.ts';
import { SETTINGS } from '../../server/settings.ts';
import { isRefuted, readKept } from '../matrix/kept.ts';
import { readOffer } from '../matrix/pairs.ts';
import { readFailures, readOutcomes, type Fault } from '../outside/outcomes.ts';
import { SUITES } from '../outside/suites/index.ts';
import { REASONS } from './docs-dependencies.ts';
import { ROOT } from './source-tree.ts';

/** A Markdown table; cells must not hold line breaks. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

export const FAMILY_TITLES: Readonly<Record<Format['family'], string>> = {
  image: 'Images',
  audio: 'Audio',
  video: 'Video',
  subtitle: 'Subtitles',
  document: 'Documents',
  markup: 'Markup',
  sheet: 'Spreadsheets',
  data: 'Data',
  archive: 'Archives',
  font: 'Fonts',
  ebook: 'E-books',
  model: '3D models',
  mail: 'Mail and calendars',
  map: 'Maps',
  grid: 'Grids of heights',
  translation: 'Translations',
  playlist: 'Playlists',
  link: 'Bookmarks and feeds',
  palette: 'Palettes',
  notation: 'Music notation',
  other: 'Others',
};

/** All formats that some codec reads or writes, whether or not its package is installed here: one table a family. */
export function formatTables(): string {
  const { graph, formats, pairs } = readOffer();
  const kept = readKept();
  const holding = pairs.filter(([from, to]) => !isRefuted(kept, from, to)).length;
  const tables = [...Map.groupBy(formats, ({ family }) => family)].map(([family, members]) => {
    const rows = members.map((format) => formatRow(format, graph.readable, graph.writable));
    return `### ${FAMILY_TITLES[family]}\n\n${markdownTable(['id', 'name', 'extensions', 'read', 'write'], rows)}`;
  });
  const experimental = formats.filter((format) => format.experimental).length;
  const summary = `${formats.length - experimental} formats, ${holding.toLocaleString('en')} pairs that convert without special consent; ${experimental} more formats are experimental, for want of a sample, and not counted.`;
  return [summary, ...tables].join('\n\n');
}

function formatRow(
  { id, name, extensions, experimental }: Format,
  readable: ReadonlySet<FormatId>,
  writable: ReadonlySet<FormatId>,
): string[] {
  const dotted = extensions.map((extension) => `.${extension}`).join(' ');
  const shownName = experimental ? `${name} (experimental)` : name;
  return [`\`${id}\``, shownName, dotted, readable.has(id) ? 'yes' : '', writable.has(id) ? 'yes' : ''];
}

export function optionTable(): string {
  const rows = Object.entries(OPTIONS).map(([id, declaration]) => [
    `\`${id}\``,
    valuesOf(declaration),
    declaration.help,
  ]);
  return markdownTable(['option', 'values', 'meaning'], rows);
}

function valuesOf(declaration: OptionDeclaration): string {
  const unit = declaration.unit === undefined ? '' : ` ${declaration.unit}`;
  switch (declaration.type) {
    case 'integer':
    case 'number':
      return `${declaration.min.toLocaleString('en')} to ${declaration.max.toLocaleString('en')}${unit}`;
    case 'integers':
      return `${declaration.min} to ${declaration.max}${unit}, up to ${declaration.maxCount} with commas`;
    case 'choice':
      return declaration.choices.map((choice) => `\`${choice}\``).join(' ');
    case 'boolean':
      return 'true, false';
    case 'colour':
      return '`#rrggbb`';
    case 'pages':
      return '`3`, `1-4`, `1,3-5`';
    case 'text':
      return `text up to ${declaration.maxLength} characters`;
  }
}

export function settingTable(): string {
  const rows = Object.entries(SETTINGS).map(([name, setting]) => {
    const fallback = 'default' in setting && setting.default !== '' ? `\`${setting.default}\`` : '';
    return [`\`${name}\``, fallback, setting.meaning];
  });
  return markdownTable(['variable', 'default', 'meaning'], rows);
}

/** The limits that users meet, with how they are shown. */
const SHOWN_LIMITS: readonly (readonly [keyof Limits, string, 'count' | 'bytes' | 'seconds' | 'hours'])[] = [
  ['inputBytes', 'size of one input', 'bytes'],
  ['outputBytes', 'size of all outputs of one conversion', 'bytes'],
  ['pixels', 'pixels of one decoded image, all frames together', 'count'],
  ['frames', 'frames or pages of one image file', 'count'],
  ['pages', 'pages of one document', 'count'],
  ['mediaSeconds', 'length of audio and video', 'hours'],
  ['expandedBytes', 'unpacked size of a ZIP-based document or archive', 'bytes'],
  ['entries', 'entries of one archive', 'count'],
  ['nesting', 'nesting depth of JSON, YAML and markup', 'count'],
  ['deadlineMs', 'time from start to end of one conversion', 'seconds'],
];

export function limitTable(): string {
  const rows = SHOWN_LIMITS.map(([name, meaning, unit]) => [
    `\`${name}\``,
    meaning,
    shownLimit(DEFAULT_LIMITS[name], unit),
  ]);
  const lifetime = `${SERVER_LIMITS.resultLifetimeMs / 3_600_000} hour`;
  return markdownTable(
    ['limit', 'of what', 'default'],
    [
      ...rows,
      ['', 'size of one upload to the service', shownLimit(SERVER_LIMITS.fileBytes, 'bytes')],
      ['', 'how long the service keeps a result', lifetime],
      ['', 'active API keys of an account', String(SERVER_LIMITS.activeKeys)],
    ],
  );
}

function shownLimit(value: number, unit: 'count' | 'bytes' | 'seconds' | 'hours'): string {
  switch (unit) {
    case 'count':
      return value.toLocaleString('en');
    case 'bytes':
      return `${(value / 2 ** 20).toLocaleString('en')} MiB`;
    case 'seconds':
      return `${value / 1000} s`;
    case 'hours':
      return `${value / 3600} h`;
  }
}

export function codecTable(): string {
  const rows = CODECS.map((codec) => [
    `\`${codec.id}\``,
    codec.edges.length > 0 ? `converts ${countPhrase(codec.edges)}` : 'only reads, to verify what others wrote',
    codec.packages.map((name) => `\`${name}\``).join(' ') || 'none',
    codec.licence,
    packsOf(codec.packages).join(', '),
  ]);
  return markdownTable(['codec', 'role', 'packages', 'licence', 'pack'], rows);
}

function countPhrase(edges: (typeof CODECS)[number]['edges']): string {
  const from = new Set(edges.flatMap((edge) => edge.from)).size;
  const to = new Set(edges.flatMap((edge) => edge.to)).size;
  return `${from} to ${to} ${to === 1 ? 'format' : 'formats'}`;
}

export interface PackageManifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly license?: string }>>;
}

/** Of the packages that are installed for development those with a reason are part of the bundle. */
export function bundledDependencies({ devDependencies, peerDependencies }: PackageManifest): [string, string][] {
  return Object.entries(devDependencies).filter(([name]) => name in REASONS && !(name in peerDependencies));
}

/** Every runtime dependency; licences come from the lock file, which names those that are not installed as well. */
export function dependencyTable(): string {
  const manifest = readJson<PackageManifest>('package.json');
  const { dependencies, devDependencies, peerDependencies } = manifest;
  const lock = readJson<LockFile>('package-lock.json');
  const row = (name: string, version: string, place: string): string[] => {
    const reason = REASONS[name];
    if (!reason) throw new Error(`Say in test/support/docs-dependencies.ts why ${name} is a dependency.`);
    const licence = lock.packages[`node_modules/${name}`]?.license ?? 'unknown';
    return [`\`${name}\``, version, place, licence, reason.inside ?? '', reason.why];
  };
  const rows = [
    ...Object.entries(dependencies).map(([name, version]) => row(name, version, '')),
    ...bundledDependencies(manifest).map(([name, version]) => row(name, version, 'bundled')),
    ...Object.entries(peerDependencies).map(([name, version]) => row(name, version, packsWith(name))),
  ];
  const known = { ...dependencies, ...devDependencies, ...peerDependencies };
  const stale = Object.keys(REASONS).filter((name) => !(name in known));
  if (stale.length > 0) throw new Error(`No dependency any more, in docs-dependencies.ts: ${stale.join(', ')}.`);
  return markdownTable(['package', 'version', 'pack, or bundled', 'its licence', 'inside', 'why'], rows);
}

function packsWith(name: string): string {
  return PACK_IDS.filter((id) => packageNames(id).includes(name)).join(', ');
}

/** What `npm install athanor` leaves out. */
export function packTable(): string {
  const rows = PACK_IDS.map((id) => [`\`${id}\``, PACKS[id].holds, `${PACKS[id].megabytes} MB`]);
  return markdownTable(['pack', 'what it is for', 'size'], rows);
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as T;
}

/** The suites that others wrote, with what became of their cases when they ran last. */
export function outsideTable(): string {
  const failures = readFailures();
  const rows = readOutcomes().map(({ suite: id, run, failed }) => {
    const { title, source, folder } = SUITES.find((suite) => suite.id === id)!;
    const by = (fault: Fault): string => String(failures.filter((one) => one.suite === id && one.by === fault).length);
    const counts = [run, run - failed].map((count) => count.toLocaleString('en'));
    const files = folder === undefined ? source : `${source} (\`${folder}\`)`;
    return [`\`${id}\``, title, files, ...counts, by('ours'), by('theirs'), by('design')];
  });
  return markdownTable(['suite', 'what is examined', 'files', 'run', 'passed', 'ours', 'theirs', 'design'], rows);
}
