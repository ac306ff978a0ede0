/** Makes tables of places in other formats than CSV: `node corpus/make/stations.ts`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createEngine, type FormatId } from '../../engine/index.ts';
import { CORPUS } from '../cases.ts';

const FORMATS: readonly FormatId[] = [
  ...(['tsv', 'xlsx', 'ods', 'xls', 'fods', 'ndjson', 'yaml', 'json5', 'sqlite', 'parquet', 'arrow', 'avro'] as const),
  ...(['msgpack', 'cbor', 'bson', 'dbf', 'xml', 'toml', 'plist'] as const),
];

await using engine = createEngine();
for (const to of FORMATS) {
  const outDir = join(CORPUS, 'sources', to);
  mkdirSync(outDir, { recursive: true });
  await engine.convert(join(CORPUS, 'sources/csv/stations-lat-lon.csv'), { to, outDir });
}
