/** What a name of Avro may be (section "Names" of the specification), and its library can say. */
const NAME = /^(?!__proto__$)[A-Za-z_]\w*$/;

/** A name of Avro for any name; one that had to be changed is beside it as the field's `doc`. */
export function avroName(name: string): string {
  return NAME.test(name) ? name : name.replace(/\W/g, '_').replace(/^(?=\d|$|__proto__$)/, '_');
}

export type AvroSchema = string | readonly AvroSchema[] | AvroObject;

interface AvroObject {
  readonly type: AvroSchema;
  readonly fields?: readonly { readonly name: string; readonly doc?: unknown; readonly type: AvroSchema }[];
  readonly items?: AvroSchema;
}

type Rename = (value: unknown) => unknown;

export const unchanged: Rename = (value) => value;

/** Gives the fields of records the names that `avroName` had to change; undefined where there are none of them. */
export function renamerOf(schema: AvroSchema): Rename | undefined {
  if (typeof schema === 'string') return undefined;
  if (!('type' in schema)) return branchRenamer(schema);
  if (schema.fields) return recordRenamer(schema.fields);
  const inner = schema.items === undefined ? undefined : renamerOf(schema.items);
  return inner && ((value) => (Array.isArray(value) ? value.map(inner) : value));
}

/** Of a union that holds one record or list; others are not ours. */
function branchRenamer(branches: readonly AvroSchema[]): Rename | undefined {
  const renamers = branches.flatMap((branch) => renamerOf(branch) ?? []);
  return renamers.length === 1 ? renamers[0] : undefined;
}

function recordRenamer(fields: NonNullable<AvroObject['fields']>): Rename | undefined {
  const changes = fields.map(({ name, doc, type }) => {
    const isChanged = typeof doc === 'string' && doc !== name && isNumbered(name, avroName(doc));
    return { name, original: isChanged ? doc : name, rename: renamerOf(type) };
  });
  if (changes.every(({ name, original, rename }) => name === original && !rename)) return undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const record = value as Readonly<Record<string, unknown>>;
    return new Map(changes.map(({ name, original, rename = unchanged }) => [original, rename(record[name])]));
  };
}

/** Names that became the same were numbered. */
function isNumbered(name: string, stem: string): boolean {
  return name === stem || (name.startsWith(`${stem}_`) && /^\d+$/.test(name.slice(stem.length + 1)));
}
