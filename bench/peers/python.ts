import { programPeer } from './peer.ts';

/** Python's standard library reads and writes tables in C: what many would use for CSV and JSON. */
export const python = programPeer({
  name: 'Python',
  programs: ['python3'],
  versionArguments: ['--version'],
  banner: /^Python (\d+\.\d+\.\d+)/m,
  isBinary: true,
});

const CSV_TO_JSON =
  'import csv, json, sys\n' +
  "rows = list(csv.DictReader(open(sys.argv[1], encoding='utf-8', newline='')))\n" +
  "json.dump(rows, open(sys.argv[2], 'w', encoding='utf-8'), ensure_ascii=False, indent=2)";

export function csvToJsonArguments(input: string, output: string): string[] {
  return ['-I', '-c', CSV_TO_JSON, input, output];
}
