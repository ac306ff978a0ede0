import { paragraphs } from './prose.ts';
import { seededRandom } from './random.ts';

const HEADER = 'id,name,city,amount,paid,note';
const CITIES = ['Aachen', 'Zürich', 'São Paulo', '東京', "L'Aquila"] as const;

/** A CSV table with numbers, truth values, other scripts, and quoted fields with commas and line breaks. */
export function encodeCsv(rows: number): Uint8Array {
  const random = seededRandom(5);
  const notes = paragraphs(50).map((text) => text.slice(0, 60));
  const lines = Array.from({ length: rows }, (_, index) => {
    const city = CITIES[index % CITIES.length];
    const amount = (random() * 10_000).toFixed(2);
    const note = notes[index % notes.length]!;
    return `${index + 1},Person ${index + 1},${city},${amount},${index % 3 === 0},"${note}, ""as said""${index % 20 === 0 ? '\n' : ' '}then"`;
  });
  return Buffer.from(`${HEADER}\n${lines.join('\n')}\n`, 'utf8');
}
