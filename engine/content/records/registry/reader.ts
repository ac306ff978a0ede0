import type { RunContext } from '../../../contract/codec.ts';
import { bytesOfHex } from '../../../io/bytes.ts';
import { corrupt, createValueBudget } from '../errors.ts';
import { DataObject, ExactNumber, type DataSource, type DataValue } from '../model.ts';

const HEADER = /^\s*(Windows Registry Editor Version 5\.00|REGEDIT4)\s*$/;
const PAIR = /^(@|"(?:[^"\\]|\\.)*")\s*=\s*(.*)$/;
const HEX = /^hex(?:\(([0-9a-f]{1,8})\))?:(.*)$/i;
/** Kinds of values in bytes that are texts (`REG_SZ`, `REG_EXPAND_SZ`, `REG_MULTI_SZ`), and long numbers. */
const [TEXT, EXPANDED, TEXTS, LONG] = ['1', '2', '7', 'b'];

/** Exports of the Windows Registry: the values of each key by its path; `@` is that without a name, what is deleted is null. */
export function readRegistry(text: string, { limits }: RunContext): DataSource {
  const [header, ...rest] = text.replaceAll(/\\\r?\n[ \t]*/g, '').split(/\r?\n/);
  if (!HEADER.test(header!)) throw corrupt('it is no export of the registry');
  const isUnicode = header!.includes('5.00');
  const budget = createValueBudget(limits);
  const keys = new Map<string, Map<string, DataValue> | null>();
  let current: Map<string, DataValue> | undefined;
  for (const [index, raw] of rest.entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith(';')) continue;
    budget.take(1);
    const [, removed, path] = /^\[(-?)(.*)\]$/.exec(line) ?? [];
    const [, name, value] = PAIR.exec(line) ?? [];
    if (path !== undefined) {
      current = new Map(keys.get(path) ?? []);
      keys.set(path, removed ? null : current);
    } else if (name !== undefined && current)
      current.set(name === '@' ? name : unquoted(name), valueOf(value!, isUnicode));
    else throw corrupt(`line ${index + 2} is no value`, { line: index + 2 });
  }
  const values = [...keys.values()].map((key) => key && new DataObject([...key.keys()], [...key.values()]));
  return { isList: false, rows: () => [new DataObject([...keys.keys()], values)] };
}

function valueOf(text: string, isUnicode: boolean): DataValue {
  if (text === '-') return null;
  if (text.startsWith('"')) return unquoted(text);
  const number = /^dword:([0-9a-f]{1,8})$/i.exec(text)?.[1];
  if (number !== undefined) return new ExactNumber(String(parseInt(number, 16)));
  const [, kind, digits] = HEX.exec(text) ?? [];
  if (digits === undefined) throw corrupt('a value is of an unknown kind');
  const bytes = bytesOfHex(digits.replaceAll(/[\s,]/g, ''));
  const decoded = (): string => new TextDecoder(isUnicode ? 'utf-16le' : 'windows-1252').decode(bytes);
  if (kind === TEXT || kind === EXPANDED) return decoded().replace(/\0+$/, '');
  if (kind === TEXTS) return decoded().replace(/\0+$/, '').split('\0');
  if (kind === LONG && bytes.byteLength === 8)
    return new ExactNumber(String(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0, true)));
  return bytes;
}

function unquoted(text: string): string {
  return text.slice(1, text.lastIndexOf('"')).replace(/\\([^])/g, '$1');
}
