import { MiB } from '../../engine/contract/limits.ts';
import { duckDb } from '../peers/duckdb.ts';
import type { NativePeer } from '../peers/peer.ts';
import { python } from '../peers/python.ts';

export interface DataPeer {
  readonly peer: NativePeer;
  /** What follows the program. */
  readonly command: (input: string, output: string) => readonly string[];
  /** At most so many times its CPU time. */
  readonly target?: number;
}

export interface DataCase {
  readonly work: string;
  /** Bytes of the CSV file that is converted. */
  readonly sizeBytes: number;
  readonly to: 'json' | 'parquet' | 'sqlite';
  readonly peers: readonly DataPeer[];
}

/** What fits into the service, with a little room for the last rows. */
const LARGE = 49 * MiB;
const MIDDLE = 5 * MiB;

/** Row by row, and the encoder in C: as fast as Python does it. */
const CSV_TO_JSON = `
import csv, json, sys
with open(sys.argv[1], encoding='utf-8', newline='') as source, open(sys.argv[2], 'w', encoding='utf-8') as target:
    separator = '['
    for row in csv.DictReader(source):
        target.write(separator)
        target.write(json.dumps(row, ensure_ascii=False))
        separator = ',\\n'
    target.write(']')
`;
const CSV_TO_SQLITE = `
import csv, sqlite3, sys
base = sqlite3.connect(sys.argv[2])
with open(sys.argv[1], encoding='utf-8', newline='') as source:
    rows = csv.reader(source)
    header = next(rows)
    base.execute('CREATE TABLE data (%s)' % ', '.join('"%s"' % name for name in header))
    base.executemany('INSERT INTO data VALUES (%s)' % ', '.join('?' * len(header)), rows)
base.commit()
`;

function inPython(script: string, target?: number): DataPeer {
  return { peer: python, command: (input, output) => ['-I', '-c', script, input, output], target };
}

function inDuckDb(format: string, target: number): DataPeer {
  return {
    peer: duckDb,
    command: (input, output) => ['-c', `SET threads = 1; COPY (FROM read_csv('${input}')) TO '${output}' (${format})`],
    target,
  };
}

export const DATA_CASES: readonly DataCase[] = [
  {
    work: 'CSV to JSON',
    sizeBytes: LARGE,
    to: 'json',
    peers: [inPython(CSV_TO_JSON, 0.35), inDuckDb('FORMAT json, ARRAY true', 2)],
  },
  { work: 'CSV to Parquet', sizeBytes: LARGE, to: 'parquet', peers: [inDuckDb('FORMAT parquet', 4)] },
  { work: 'CSV to SQLite', sizeBytes: MIDDLE, to: 'sqlite', peers: [inPython(CSV_TO_SQLITE)] },
];
