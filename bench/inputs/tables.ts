import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

const NAMES = ['Ann Smith', 'Zoë Müller', 'José da Silva', 'Carl'];
const TOWNS = ['Berlin', '"New York, NY"', 'São Paulo', 'Köln'];
const NOTES = ['plain words', '"quoted ""inner"" words"', '', 'a longer remark that fills the row of this table'];
const ROWS_AT_ONCE = 10_000;

/** Writes a table of texts, numbers, booleans, quotes and gaps as CSV: about so many bytes, always the same ones. */
export async function writeTable(path: string, sizeBytes: number): Promise<void> {
  const file = createWriteStream(path);
  file.write('id,name,town,price,active,remark\n');
  let random = 7;
  // A linear congruential generator (Numerical Recipes).
  const next = (count: number): number => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    return (random >>> 8) % count;
  };
  let [written, id] = [0, 0];
  while (written < sizeBytes) {
    let rows = '';
    for (let row = 0; row < ROWS_AT_ONCE; row++) {
      const price = `${next(1000)}.${String(next(100)).padStart(2, '0')}`;
      rows += `${id++},${NAMES[next(4)]},${TOWNS[next(4)]},${price},${next(2) === 0},${NOTES[next(4)]}\n`;
    }
    const bytes = Buffer.from(rows);
    written += bytes.byteLength;
    if (!file.write(bytes)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
}
