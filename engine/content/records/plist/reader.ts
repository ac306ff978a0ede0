import { parseBuffer, UID } from 'bplist-parser';
import { asBuffer, bytesOfBase64, latin1Of } from '../../../io/bytes.ts';
import type { Limits } from '../../../contract/limits.ts';
import { scanXml } from '../../../io/xml.ts';
import { DataObject, ExactNumber, NonFiniteNumber, type DataSource, type DataValue } from '../model.ts';
import type { ReadRequest } from '../read.ts';
import { corrupt, createValueBudget } from '../errors.ts';
import { PlainValues, sourceOfValue } from '../plain-values.ts';
import { rowsOfTree } from '../tree-rows.ts';
import { parseTime } from '../times.ts';
import { decodeText } from '../../../io/text-encoding.ts';

const BINARY = 'bplist';

/** Property lists of Apple's systems, as XML or binary. */
export function readPlist(bytes: Uint8Array, { context }: ReadRequest): DataSource {
  const isBinary = latin1Of(bytes.subarray(0, BINARY.length)) === BINARY;
  const value = isBinary ? readBinary(bytes, context.limits) : readXmlPlist(decodeText(bytes).text, context.limits);
  return sourceOfValue(value instanceof DataObject ? rowsOfTree(value) : value);
}

function readBinary(bytes: Uint8Array, limits: Limits): DataValue {
  // Two objects that hold each other need no more bytes than two that do not.
  const values = new PlainValues(limits, (value) =>
    value instanceof UID ? new ExactNumber(String(value.UID)) : undefined,
  );
  return values.value(parse());

  function parse(): unknown {
    try {
      return parseBuffer(asBuffer(bytes))[0];
    } catch (error) {
      throw corrupt('it is no valid binary property list', {}, error);
    }
  }
}

interface Open {
  readonly kind: string;
  readonly names: string[];
  readonly values: DataValue[];
  text: string;
}

function readXmlPlist(source: string, limits: Limits): DataValue {
  const budget = createValueBudget(limits);
  const open: Open[] = [{ kind: 'plist', names: [], values: [], text: '' }];
  scanXml(
    source,
    {
      open(kind) {
        budget.take(1);
        if (kind !== 'plist') open.push({ kind, names: [], values: [], text: '' });
      },
      close(kind) {
        if (kind === 'plist') return;
        const element = open.pop()!;
        const parent = open.at(-1)!;
        if (kind === 'key') parent.names.push(element.text);
        else parent.values.push(valueOf(element));
      },
      text: (text) => void (open.at(-1)!.text += text),
    },
    limits.nesting,
    { doctype: 'skip' },
  );
  const [value] = open[0]!.values;
  if (value === undefined) throw corrupt('the property list has no value');
  return value;
}

function valueOf({ kind, names, values, text }: Open): DataValue {
  switch (kind) {
    case 'dict':
      if (names.length !== values.length) throw corrupt('an entry of a dictionary has no value or no name');
      return new DataObject(names, values);
    case 'array':
      return values;
    case 'string':
      return text;
    case 'true':
      return true;
    case 'false':
      return false;
    case 'integer':
      return integerOf(text.trim());
    case 'real':
      return realOf(text.trim());
    case 'date':
      return parseTime(text.trim()) ?? text.trim();
    case 'data':
      return bytesOfBase64(text);
    default:
      throw corrupt('it holds an element that property lists do not have');
  }
}

function integerOf(text: string): ExactNumber {
  try {
    return new ExactNumber(String(BigInt(text.replace(/^\+/, ''))));
  } catch (error) {
    throw corrupt('an integer is no number', {}, error);
  }
}

const REAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

function realOf(text: string): ExactNumber | NonFiniteNumber {
  if (REAL.test(text)) return new ExactNumber(String(Number(text)));
  if (/^nan$/i.test(text)) return new NonFiniteNumber('NaN');
  if (/^[+-]?inf(inity)?$/i.test(text)) return new NonFiniteNumber(text.startsWith('-') ? '-Infinity' : 'Infinity');
  throw corrupt('a real is no number');
}
