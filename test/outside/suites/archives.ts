import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { refusalOf, type OutsideCase, type OutsideSuite } from '../suite.ts';

const FORMATS =
  /\.(?:zip|zipx|tar|tgz|tbz|txz|tlz|7z|rar|cab|lha|lzh|ar|cpio|iso|xar|jar|gz|bz2|xz|lz|lz4|lzma|Z|zst)$/;

export const ARCHIVE_SUITE: OutsideSuite = {
  id: 'archives',
  title: 'archives, many of them damaged or hostile → TAR: converted, or refused by name',
  source: 'the repository libarchive/libarchive on GitHub',
  folder: 'libarchive',
  cases: async (root) =>
    globSync('libarchive/test/*.uu', { cwd: root })
      .filter((path) => FORMATS.test(path.replace(/\.uu$/, '')))
      .sort()
      .map((path): OutsideCase => {
        const fileName = basename(path, '.uu');
        return {
          name: fileName,
          run: async (engine) => {
            const bytes = decodeUu(await readFile(join(root, path), 'latin1'));
            const options = { to: fileName.endsWith('.tar') ? 'zip' : 'tar', fileName, allowLoss: 'any' } as const;
            await refusalOf(engine.convert(bytes, options));
          },
        };
      }),
};

/** The format of the program uuencode: a count of bytes and 6 bits a character in each line. */
function decodeUu(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const line of text.split('\n').slice(1)) {
    if (line.startsWith('end')) break;
    const values = Array.from(line.trimEnd(), (character) => (character.charCodeAt(0) - 32) & 63);
    const [count = 0, ...sextets] = values;
    const decoded: number[] = [];
    for (let at = 0; at < sextets.length; at += 4) {
      const [a = 0, b = 0, c = 0, d = 0] = sextets.slice(at, at + 4);
      decoded.push((a << 2) | (b >> 4), ((b & 15) << 4) | (c >> 2), ((c & 3) << 6) | d);
    }
    bytes.push(...decoded.slice(0, count));
  }
  return Uint8Array.from(bytes);
}
