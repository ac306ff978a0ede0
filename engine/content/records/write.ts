import type { RunContext } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import type { OptionValues } from '../../formats/options.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { selectedPages } from '../pages/page-selection.ts';
import type { DataSource } from './model.ts';
import { holdsOneTable, writableData, type WritableData } from './formats.ts';
import { nameOfTableFile } from './table-names.ts';
import { tableOfTree } from './tree-rows.ts';
import { writePieces } from './piece-output.ts';

export interface WriteRequest {
  /** Name of the source file: the results are named after it. */
  readonly name: string;
  readonly to: FormatId;
  readonly options: OptionValues;
  readonly context: RunContext;
  /** The compiled modules of the codec, for formats whose library is WebAssembly. */
  readonly modules?: Readonly<Record<string, WebAssembly.Module>>;
}

type Pieces = Iterable<string | Uint8Array>;
type Writer = (source: DataSource, request: WriteRequest) => Pieces | Promise<Pieces>;

/** Every writer is imported when the first file of its format is to be written. */
const WRITERS: Readonly<Record<WritableData, () => Promise<Writer>>> = {
  csv: async () => {
    const { delimiterOf, writeDelimited } = await import('./csv/writer.ts');
    return (source, { to, options, context }) =>
      writeDelimited(source, { delimiter: delimiterOf(to, options), lineEnd: '\r\n', isGuessed: true }, context);
  },
  tsv: async () => {
    const { writeDelimited } = await import('./csv/writer.ts');
    return (source, { context }) =>
      writeDelimited(source, { delimiter: '\t', lineEnd: '\n', isGuessed: false }, context);
  },
  json: async () => (await import('./json/writer.ts')).writeJson,
  ndjson: async () => (await import('./json/writer.ts')).writeNdjson,
  json5: async () => (await import('./json/json5-writer.ts')).writeJson5,
  yaml: async () => (await import('./yaml/writer.ts')).writeYaml,
  toml: async () => (await import('./toml/writer.ts')).writeToml,
  ini: async () => (await import('./ini/writer.ts')).writeIni,
  properties: async () => (await import('./ini/properties.ts')).writeProperties,
  xml: async () => (await import('./xml/writer.ts')).writeXml,
  plist: async () => (await import('./plist/writer.ts')).writePlist,
  msgpack: async () => (await import('./msgpack.ts')).writeMsgpack,
  cbor: async () => (await import('./cbor.ts')).writeCbor,
  bson: async () => (await import('./bson.ts')).writeBson,
  avro: async () => (await import('./avro/writer.ts')).writeAvro,
  parquet: async () => (await import('./parquet.ts')).writeParquet,
  arrow: async () => (await import('./arrow/writer.ts')).writeArrow,
  sqlite: async () => (await import('./sqlite/writer.ts')).writeSqlite,
  npy: async () => (await import('./npy/writer.ts')).writeNpy,
  npz: async () => (await import('./npy/npz.ts')).writeNpz,
};

/**
 * Writes data in a format. Several tables are one file where the format holds them; otherwise each becomes a file of
 * its own, those without rows and those that the option `pages` leaves out excepted.
 */
export async function writeData(source: DataSource, request: WriteRequest): Promise<Artifact[]> {
  const format = writableData(request.to);
  const write = await WRITERS[format]();
  const writeOne = async (one: DataSource, name: string): Promise<Artifact> =>
    writePieces(await write(holdsOneTable(format) ? tableOfTree(one) : one, request), {
      name,
      format,
      context: request.context,
    });
  const { tables } = source;
  if (!tables || !holdsOneTable(format)) return [await writeOne(source, outputNameOf(request.name, format))];
  const chosen = selectedPages(request.options.pages, tables.length).map((index) => tables[index]!);
  const filled = chosen.filter((table) => !isEmpty(table.source));
  const written = filled.length === 0 ? chosen.slice(0, 1) : filled;
  const artifacts: Artifact[] = [];
  for (const [index, { name, source: table }] of written.entries()) {
    const fileName =
      written.length === 1
        ? outputNameOf(request.name, format)
        : nameOfTableFile(request.name, name, { to: format, number: index + 1 });
    artifacts.push(await writeOne(table, fileName));
  }
  return artifacts;
}

function isEmpty(source: DataSource): boolean {
  return source.rows()[Symbol.iterator]().next().done === true;
}
