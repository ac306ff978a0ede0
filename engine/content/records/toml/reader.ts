import { parse, TomlError } from 'smol-toml';
import type { RunContext } from '../../../contract/codec.ts';
import { DataTime, type DataObject, type DataSource } from '../model.ts';
import { corrupt, tooDeep } from '../errors.ts';
import { PlainValues, sourceOfValue } from '../plain-values.ts';
import { rowsOfTree } from '../tree-rows.ts';
import { withExactTimes } from './times.ts';

/** TOML 1.0: integers keep their digits, times stay times. */
export function readToml(text: string, { limits }: RunContext): DataSource {
  const tree = new PlainValues(limits, (value) => (value instanceof DataTime ? value : undefined)).value(
    parseToml(text, limits.nesting),
  );
  return sourceOfValue(rowsOfTree(tree as DataObject));

  function parseToml(source: string, maxDepth: number): object {
    try {
      return withExactTimes(() => parse(source, { integersAsBigInt: true, maxDepth, useLegacyDate: false }));
    } catch (error) {
      if (error instanceof RangeError) throw tooDeep(limits);
      if (!(error instanceof TomlError)) throw error;
      throw corrupt(`it is no valid TOML in line ${error.line}`, { line: error.line }, error);
    }
  }
}
