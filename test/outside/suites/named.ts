import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import type { Engine } from '../../../engine/index.ts';
import { createZipWriter } from '../../../engine/io/zip.ts';
import { refusalOf, type OutsideCase, type OutsideSuite } from '../suite.ts';

/** Suites whose files have no expected result: each is converted with a verified result, or refused by name. */

export const FONT_SUITE: OutsideSuite = {
  id: 'fonts',
  title: 'fonts that examine parsers, many of them odd → WOFF2 or TrueType: converted, or refused by name',
  source: 'the repository fonttools/fonttools on GitHub',
  folder: 'fonttools',
  cases: async (root) =>
    globSync('Tests/**/*.{ttf,otf,ttc,woff,woff2,pfb,pfa}', { cwd: root })
      .sort()
      .map((name) => caseOf(name, (engine) => convert(engine, join(root, name), name, ['woff2', 'ttf', 'zip']))),
};

export const EPUB_SUITE: OutsideSuite = {
  id: 'epub',
  title: 'EPUB 3.3 of the W3C’s tests of reading systems → text: converted, or refused by name',
  source: 'the repository w3c/epub-tests on GitHub',
  folder: 'epub-tests',
  cases: async (root) =>
    globSync('tests/*/META-INF/container.xml', { cwd: root })
      .sort()
      .map((container) => {
        const folder = dirname(dirname(container));
        return caseOf(folder, (engine) => convert(engine, packed(join(root, folder)), `${folder}.epub`, ['txt']));
      }),
};

export const SMALL_SUITE: OutsideSuite = {
  id: 'small',
  title: 'the smallest valid file of a hundred formats: converted, or refused by name',
  source: 'the repository mathiasbynens/small on GitHub',
  folder: 'small',
  cases: async (root) =>
    readdirSync(root)
      .filter((name) => extname(name) !== '' && name !== 'README.md')
      .sort()
      .map((name) =>
        caseOf(name, (engine) => convert(engine, join(root, name), name, ['txt', 'png', 'wav', 'tar', 'json'])),
      ),
};

function caseOf(name: string, run: OutsideCase['run']): OutsideCase {
  return { name, run };
}

/** Converts to the first of the targets that the format of the file has. */
async function convert(
  engine: Engine,
  input: string | Uint8Array,
  fileName: string,
  targets: readonly string[],
): Promise<void> {
  const conversion = async (): Promise<void> => {
    const { format } = await engine.detect(input, { fileName });
    const offered = new Set<string>(engine.targets(format));
    const to = targets.find((target) => offered.has(target)) ?? targets[0]!;
    await engine.convert(input, { to, fileName, allowLoss: 'any' });
  };
  await refusalOf(conversion());
}

/** The folder as an EPUB: its type first and not compressed, as the container of EPUB has it. */
function packed(folder: string): Uint8Array {
  const pieces: Uint8Array[] = [];
  const zip = createZipWriter((bytes) => void pieces.push(bytes.slice()));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  zip.add({ name: 'mimetype', bytes: Buffer.from('application/epub+zip'), stored: true });
  for (const path of files) {
    const name = relative(folder, path);
    if (name !== 'mimetype') zip.add({ name, bytes: readFileSync(path) });
  }
  zip.close();
  return Buffer.concat(pieces);
}
