import { seededRandom } from './random.ts';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly amount: number;
  readonly paid: boolean;
  readonly tags: readonly string[];
}

const TAGS = ['new', 'zürich', '東京', 'a, "quoted" one'] as const;

function records(count: number): Row[] {
  const random = seededRandom(9);
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `Person ${index + 1}`,
    amount: Math.round(random() * 1e6) / 100,
    paid: index % 3 === 0,
    tags: TAGS.slice(0, index % (TAGS.length + 1)),
  }));
}

/** A JSON array of records. */
export function encodeJson(count: number): Uint8Array {
  return Buffer.from(JSON.stringify(records(count), null, 2), 'utf8');
}

/** The same records, one a line. */
export function encodeJsonLines(count: number): Uint8Array {
  const lines = records(count).map((row) => JSON.stringify(row));
  return Buffer.from(`${lines.join('\n')}\n`, 'utf8');
}
