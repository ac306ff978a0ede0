import { near, same, type CompareFiles } from './finding.ts';

/** Tables and structured data: columns, rows and a digest of every value, as a reader finds them. Tolerance: `rows`. */
export const compareRecordFiles: CompareFiles = async ({ format, golden, found, writer }, { rows = 0 }, bench) => {
  const read = async (bytes: Uint8Array) => {
    const artifact = { name: `result.${format}`, format, bytes };
    const facts = (await bench.inspect(artifact, { except: [writer] })) ?? (await bench.inspect(artifact));
    if (!facts?.records) throw new Error(`No reader finds records in ${format}.`);
    return facts.records;
  };
  const [before, after] = [await read(golden), await read(found)];
  return [
    same('columns', before.columns.join(', '), after.columns.join(', ')),
    near('rows', before.rows, after.rows, rows),
    same('values', before.values, after.values),
    same('digest', before.digest, after.digest),
  ];
};
