import { stringify } from 'smol-toml';
import type { RunContext } from '../../../contract/codec.ts';
import {
  DataObject,
  DataTime,
  ExactNumber,
  isList,
  NonFiniteNumber,
  scalarText,
  type DataSource,
  type DataValue,
} from '../model.ts';
import { fitsBits, fitsDouble, isInteger } from '../plain-values.ts';
import { treeOfSource } from '../tree-rows.ts';
import { Losses } from '../losses.ts';
import { tomlOfTime } from './times.ts';

type TomlValue = string | number | bigint | boolean | Date | TomlValue[] | { [name: string]: TomlValue };

/**
 * TOML 1.0. It has no null: such entries are left out, and in lists they become empty texts. Integers of more than 64
 * bits become texts.
 */
export function* writeToml(source: DataSource, { context }: { readonly context: RunContext }): Generator<string> {
  const losses = new Losses();
  const tree = tableOf(treeOfSource(source), losses);
  losses.report(context, 'TOML');
  yield stringify(tree, { maxDepth: context.limits.nesting + 1 });
}

function tableOf({ names, values }: DataObject, losses: Losses): { [name: string]: TomlValue } {
  const table = Object.create(null) as { [name: string]: TomlValue };
  for (const [index, name] of names.entries()) {
    const value = values[index]!;
    if (value === null) losses.nulls++;
    else table[name] = tomlOf(value, losses);
  }
  return table;
}

function tomlOf(value: DataValue, losses: Losses): TomlValue {
  if (isList(value)) return value.map((item) => tomlOf(item, losses));
  if (value instanceof DataObject) return tableOf(value, losses);
  if (value === null) {
    losses.nulls++;
    return '';
  }
  if (value instanceof ExactNumber) return numberOf(value, losses);
  if (value instanceof NonFiniteNumber) return Number(value.text);
  if (value instanceof DataTime) return tomlOfTime(value);
  return value instanceof Uint8Array ? scalarText(value) : value;
}

function numberOf(number: ExactNumber, losses: Losses): TomlValue {
  if (!isInteger(number) && fitsDouble(number)) return Number(number.text);
  const integer = isInteger(number) ? BigInt(number.text) : undefined;
  if (integer !== undefined && fitsBits(integer, 64)) return integer;
  losses.numbers++;
  return number.text;
}
