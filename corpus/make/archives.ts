/**
 * Makes the archive sources that no common program writes, field by field and without compression of their own: what
 * matters in them is the structure. Run from the project's root: `node corpus/make/archives.ts`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { arj, cab, lzh, rar } from './archive-kinds/packers.ts';
import { chm, xar } from './archive-kinds/catalogues.ts';
import { helpFiles } from './archive-kinds/help.ts';
import { dmg, iso, squashfs } from './archive-kinds/images.ts';
import { asar, cpioOld, crx, lzip, rpm, unixCompress } from './archive-kinds/streams.ts';
import { installer } from './archive-kinds/installer.ts';

const SOURCES = join(import.meta.dirname, '../sources');

const text = readFileSync(join(SOURCES, 'csv/semicolons-ragged-duplicate-headers.csv'));
const files = [
  { name: 'readme.txt', bytes: Buffer.from('Hello from an archive.\n'.repeat(8)) },
  { name: 'docs/table.csv', bytes: text },
];
const comic = [
  { name: 'page 10.jpg', bytes: readFileSync(join(SOURCES, 'jpg/orientation-6-exif.jpg')) },
  { name: 'page 2.jpg', bytes: readFileSync(join(SOURCES, 'jpg/grey-restart-each-row.jpg')) },
];

save('rar/stored-in-folder.rar', rar(files));
save('cbr/two-pages.cbr', rar(comic));
save('lzh/stored-level-1.lzh', lzh(files));
save('arj/stored.arj', arj(files));
save('cab/stored.cab', cab(files));
save('xar/gzip-contents.xar', xar(files));
save('chm/stored.chm', chm(files));
save('chm/two-pages-contents-picture.chm', chm(helpFiles(readFileSync(join(SOURCES, 'png/display-p3-stripes.png')))));
save('iso/joliet-names.iso', iso(files));
save('dmg/zlib-chunk-of-iso.dmg', dmg(iso(files)));
save('squashfs/stored.squashfs', squashfs(files));
save('msi/streams.msi', installer(files));
save('rpm/gzip-payload.rpm', rpm(gzipSync(cpioOld(files, 'new'))));
save('cpio/old-ascii.cpio', cpioOld(files, 'old'));
save('asar/executable.asar', asar(files));
save('crx/version-2.crx', crx(readFileSync(join(SOURCES, 'xpi/install-rdf.xpi'))));
save('lz/two-members.csv.lz', Buffer.concat([lzip(files[0]!.bytes), lzip(text)]));
save('z/nine-bits.csv.z', unixCompress(text));
save('br/table.csv.br', brotliCompressSync(text));
save('zlib/table.csv.zlib', deflateSync(text));

function save(path: string, bytes: Uint8Array): void {
  mkdirSync(join(SOURCES, path, '..'), { recursive: true });
  writeFileSync(join(SOURCES, path), bytes);
}
