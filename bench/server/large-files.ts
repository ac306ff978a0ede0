import { createZipWriter } from '../../engine/io/zip.ts';
import { encodeCsv } from '../inputs/csv.ts';
import { encodeJson } from '../inputs/json.ts';
import { paragraphs } from '../inputs/prose.ts';

const LARGE_BYTES = 40_000_000;
const ZIP_ENTRIES = 9_000;

interface LargeFile {
  readonly fileName: string;
  /** What it is converted to where it is converted. */
  readonly to: string;
  readonly make: () => Uint8Array;
}

/** Files of 40 MB: of every kind that is looked into, and such as are made to take long. */
export const LARGE_FILES: readonly LargeFile[] = [
  { fileName: 'prose.txt', to: 'gz', make: () => repeat(paragraphs(200).join('\n\n')) },
  { fileName: 'table.csv', to: 'gz', make: () => repeat(encodeCsv(2_000)) },
  { fileName: 'records.json', to: 'gz', make: () => repeat(encodeJson(2_000), '[', ']') },
  { fileName: 'feed.xml', to: 'gz', make: () => repeat('<item a="1"><b>text</b></item>\n', '<feed>', '</feed>') },
  { fileName: 'page.html', to: 'gz', make: () => repeat('<p class="a">A <b>text</b></p>\n', '<!doctype html><html>') },
  { fileName: 'many.zip', to: 'tar', make: manyEntries },
  { fileName: 'film.mp4', to: 'gz', make: film },
  // What patterns over lines, and searches for an end that does not come, take longest for.
  { fileName: 'lines.txt', to: 'gz', make: () => repeat('\n') },
  { fileName: 'pairs.txt', to: 'gz', make: () => repeat('=\na\n', '{') },
  { fileName: 'comments.txt', to: 'gz', make: () => repeat('[\\a\n', '%') },
  { fileName: 'numbers.json', to: 'gz', make: () => repeat('1, ', '[') },
];

function repeat(unit: string | Uint8Array, start = '', end = ''): Uint8Array {
  const [first, last] = [Buffer.from(start), Buffer.from(end)];
  return Buffer.concat([first, Buffer.alloc(LARGE_BYTES - first.byteLength - last.byteLength, unit), last]);
}

function manyEntries(): Uint8Array {
  const pieces: Uint8Array[] = [];
  const writer = createZipWriter((bytes) => void pieces.push(bytes.slice()));
  const bytes = Buffer.alloc(LARGE_BYTES / ZIP_ENTRIES, 'an entry of the archive');
  for (let index = 0; index < ZIP_ENTRIES; index++)
    writer.add({ name: `folder/${index % 97}/entry-${index}.txt`, bytes });
  writer.close();
  return Buffer.concat(pieces);
}

/** The first box of a film, then data that no box describes. */
function film(): Uint8Array {
  return repeat('\0\0\0\x10freexxxxxxxx', '\0\0\0\x18ftypisom\0\0\x02\0isommp41');
}
