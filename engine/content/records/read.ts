import type { RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { FormatId } from '../../formats/index.ts';
import { decodeText } from '../../io/text-encoding.ts';
import type { DataSource } from './model.ts';
import { readableData, type ReadableData } from './formats.ts';

type Modules = Readonly<Record<string, WebAssembly.Module>>;

/** What the cells of a text table are read for: `columns` of one type each, or values by themselves. */
type CellTyping = 'columns' | 'values';

/** What a reader gets beside the file. */
export interface ReadRequest {
  readonly context: RunContext;
  /** The compiled modules of the codec, for formats whose library is WebAssembly. */
  readonly modules?: Modules;
  /** What the cells of text tables are read for. */
  readonly typing?: CellTyping;
}

type Reader = (bytes: Uint8Array, request: ReadRequest) => DataSource | Promise<DataSource>;
type TextReader = (text: string, context: RunContext) => DataSource;

/** Every reader is imported when the first file of its format comes. */
const READERS: Readonly<Record<ReadableData, () => Promise<Reader>>> = {
  csv: async () => {
    const [{ readCsv }, { readTypedCsv }] = await Promise.all([
      import('./csv/dialect.ts'),
      import('./csv/typed-source.ts'),
    ]);
    return byTyping(readCsv, readTypedCsv);
  },
  tsv: async () => {
    const [{ readTsv }, { readTypedTsv }] = await Promise.all([
      import('./csv/dialect.ts'),
      import('./csv/typed-source.ts'),
    ]);
    return byTyping(readTsv, readTypedTsv);
  },
  json: async () => {
    const { readJson } = await import('./json/reader.ts');
    return fromText((text, { limits }) => readJson(text, limits));
  },
  ndjson: async () => {
    const { readNdjson } = await import('./json/reader.ts');
    return fromText((text, { limits }) => readNdjson(text, limits));
  },
  json5: async () => {
    const { readJson5 } = await import('./json/reader.ts');
    return fromText((text, { limits }) => readJson5(text, limits));
  },
  yaml: async () => fromText((await import('./yaml/reader.ts')).readYaml),
  toml: async () => fromText((await import('./toml/reader.ts')).readToml),
  ini: async () => fromText((await import('./ini/reader.ts')).readIni),
  properties: async () => fromText((await import('./ini/properties.ts')).readProperties),
  xml: async () => fromText((await import('./xml/reader.ts')).readXml),
  plist: async () => (await import('./plist/reader.ts')).readPlist,
  msgpack: async () => (await import('./msgpack.ts')).readMsgpack,
  cbor: async () => (await import('./cbor.ts')).readCbor,
  bson: async () => (await import('./bson.ts')).readBson,
  avro: async () => (await import('./avro/reader.ts')).readAvro,
  parquet: async () => (await import('./parquet.ts')).readParquet,
  arrow: async () => (await import('./arrow/reader.ts')).readArrow,
  sqlite: async () => (await import('./sqlite/reader.ts')).readSqlite,
  mdb: async () => (await import('./access/reader.ts')).readAccess,
  accdb: async () => (await import('./access/reader.ts')).readAccess,
  npy: async () => (await import('./npy/reader.ts')).readNpy,
  npz: async () => (await import('./npy/npz.ts')).readNpz,
  arff: async () => fromText((await import('./arff/reader.ts')).readArff),
  sav: async () => (await import('./spss/reader.ts')).readSpss,
  dta: async () => (await import('./stata/reader.ts')).readStata,
  sas7bdat: async () => (await import('./sas/reader.ts')).readSasDataSet,
  xpt: async () => (await import('./sas/transport.ts')).readSasTransport,
  mat: async () => (await import('./matlab/reader.ts')).readMatlab,
  rds: async () => (await import('./r/reader.ts')).readR,
  mid: async () => (await import('../score/table.ts')).readMidiTable,
  ldif: async () => fromText((await import('./ldif/reader.ts')).readLdif),
  reg: async () => fromText((await import('./registry/reader.ts')).readRegistry),
  torrent: async () => (await import('./bencode.ts')).readBencode,
  hdf5: async () => (await import('./hdf5.ts')).readHdf5,
};

/** Reads a file of structured data into the common model. Throws what is wrong with the file by name. */
export async function readData(bytes: Uint8Array, format: FormatId, request: ReadRequest): Promise<DataSource> {
  const read = await READERS[readableData(format)]();
  return read(bytes, request);
}

function fromText(read: TextReader): Reader {
  return (bytes, { context }) => read(textOf(bytes, context), context);
}

function byTyping(read: TextReader, readTyped: (bytes: Uint8Array, context: RunContext) => DataSource): Reader {
  const readPlain = fromText(read);
  return (bytes, request) =>
    request.typing === 'columns' ? readTyped(bytes, request.context) : readPlain(bytes, request);
}

/** The text of a file, however it is encoded; a warning tells what had to be guessed. Throws `empty_file`. */
export function textOf(bytes: Uint8Array, context: RunContext): string {
  const { text, encoding, assumed } = decodeText(bytes);
  if (text.trim() === '') throw new ConversionError({ code: 'empty_file', message: 'The file is empty.' });
  if (assumed) {
    context.warn({
      code: 'encoding_assumed',
      message: `The text is not valid UTF-8; it was read as ${encoding}.`,
      details: { encoding },
    });
  }
  return text;
}
