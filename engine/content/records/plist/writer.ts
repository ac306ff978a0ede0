import type { RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { escapeXml } from '../../../io/xml.ts';
import {
  DataTime,
  DataObject,
  ExactNumber,
  isList,
  NonFiniteNumber,
  scalarText,
  type DataSource,
  type DataValue,
} from '../model.ts';
import { Losses } from '../losses.ts';
import { fitsBits, fitsDouble, isInteger } from '../plain-values.ts';
import { treeOfSource } from '../tree-rows.ts';

const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n' +
  '<plist version="1.0">\n';
const NON_FINITE = { NaN: 'nan', Infinity: '+infinity', '-Infinity': '-infinity' } as const;
/** The only form that dates have: whole seconds in UTC (PropertyList-1.0.dtd). */
const WHOLE_SECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
/** What XML 1.0 cannot hold. */
const UNSPEAKABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** An XML property list. It has no null: such entries are left out, and in lists they become empty texts. */
export function* writePlist(source: DataSource, { context }: { readonly context: RunContext }): Generator<string> {
  const losses = new Losses();
  const tree = source.isList ? undefined : treeOfSource(source);
  yield HEAD;
  if (tree) yield valueOf(tree, '', losses);
  else {
    yield '<array>\n';
    for (const row of source.rows()) yield valueOf(row, '\t', losses);
    yield '</array>\n';
  }
  yield '</plist>\n';
  losses.report(context, 'A property list');
}

function valueOf(value: DataValue, indent: string, losses: Losses): string {
  if (isList(value)) {
    const items = value.map((item) => valueOf(item, `${indent}\t`, losses)).join('');
    return items === '' ? `${indent}<array/>\n` : `${indent}<array>\n${items}${indent}</array>\n`;
  }
  if (value instanceof DataObject) return dictionaryOf(value, indent, losses);
  if (value === null) losses.nulls++;
  return indent + scalarOf(value, losses) + '\n';
}

function dictionaryOf({ names, values }: DataObject, indent: string, losses: Losses): string {
  let entries = '';
  for (const [index, name] of names.entries()) {
    const value = values[index]!;
    if (value === null) losses.nulls++;
    else entries += `${indent}\t<key>${textOf(name)}</key>\n${valueOf(value, `${indent}\t`, losses)}`;
  }
  return entries === '' ? `${indent}<dict/>\n` : `${indent}<dict>\n${entries}${indent}</dict>\n`;
}

function scalarOf(value: Exclude<DataValue, DataObject | readonly DataValue[]>, losses: Losses): string {
  if (typeof value === 'boolean') return value ? '<true/>' : '<false/>';
  if (value instanceof ExactNumber) return numberOf(value, losses);
  if (value instanceof NonFiniteNumber) return `<real>${NON_FINITE[value.text]}</real>`;
  if (value instanceof DataTime && WHOLE_SECONDS.test(value.text)) return `<date>${value.text}</date>`;
  const text = scalarText(value);
  if (value instanceof Uint8Array) return `<data>${text}</data>`;
  return `<string>${textOf(text)}</string>`;
}

function textOf(text: string): string {
  if (UNSPEAKABLE.test(text)) throw unspeakable();
  return escapeXml(text).replaceAll('\r', '&#13;');
}

function numberOf(number: ExactNumber, losses: Losses): string {
  if (!isInteger(number) && fitsDouble(number)) return `<real>${number.text}</real>`;
  const integer = isInteger(number) ? BigInt(number.text) : 1n << 64n;
  if (fitsBits(integer, 64) || fitsBits(integer, 64, false)) return `<integer>${number.text}</integer>`;
  losses.numbers++;
  return `<string>${number.text}</string>`;
}

function unspeakable(): ConversionError {
  return new ConversionError({
    code: 'unsupported_conversion',
    message: 'A text of the data has control characters, which no XML property list can hold. Convert to CBOR or JSON.',
  });
}
