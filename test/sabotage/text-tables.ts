import type { Damage, Harm } from './scenario.ts';

/** Damages delimited text line by line; nothing where that changes nothing. */
function lines(name: string, harm: Harm, change: (lines: string[]) => readonly string[]): Damage {
  return text(name, harm, (whole) => {
    const end = whole.includes('\r\n') ? '\r\n' : '\n';
    return change(whole.split(end)).join(end);
  });
}

function text(name: string, harm: Harm, change: (text: string) => string): Damage {
  return {
    name,
    harm,
    apply(bytes) {
      const before = Buffer.from(bytes).toString();
      const after = change(before);
      return after === before ? undefined : Buffer.from(after);
    },
  };
}

const DELIMITER = /[,\t]/;

function swapCells(line: string): string {
  const delimiter = DELIMITER.exec(line)?.[0];
  if (delimiter === undefined || line.includes('"')) return line;
  const [first, second, ...others] = line.split(delimiter);
  return [second, first, ...others].join(delimiter);
}

function exchange(list: readonly string[], a: number, b: number): string[] {
  return list.map((line, index) => (index === a ? list[b]! : index === b ? list[a]! : line));
}

const filled = (list: readonly string[]): number[] => [...list.keys()].filter((index) => /[^,\t"]/.test(list[index]!));

/** What a bug of a writer could do to a table in text. */
export const TEXT_TABLE_DAMAGES: readonly Damage[] = [
  lines('a row is lost', 'block', (list) => list.filter((_, index) => index !== filled(list)[2])),
  lines('the first row is lost', 'block', (list) => list.filter((_, index) => index !== filled(list)[0])),
  lines('the last row is lost', 'block', (list) => list.filter((_, index) => index !== filled(list).at(-1))),
  lines('blank rows are lost', 'block', (list) => list.filter((line) => line === '' || /[^,\t]/.test(line))),
  lines('a row is there twice', 'block', (list) =>
    list.flatMap((line, index) => (index === filled(list)[1] ? [line, line] : [line])),
  ),
  lines('two rows are exchanged', 'order', (list) => exchange(list, filled(list)[1]!, filled(list)[2]!)),
  lines('rows are in the order of the alphabet', 'order', (list) => list.toSorted()),
  lines('two columns are exchanged', 'order', (list) => list.map(swapCells)),
  lines('two cells are exchanged', 'order', (list) =>
    list.map((line, index) => (index === filled(list)[2] ? swapCells(line) : line)),
  ),
  lines('the last column is lost', 'block', (list) => list.map((line) => line.replace(/[,\t][^,\t"]+$/, ''))),
  lines('columns without a name have one', 'text', (list) =>
    list.map((line, index) => (index === 0 ? line.replace(/(?<=[,\t]|^)(?=[,\t]|$)/g, 'column_2') : line)),
  ),
  text('one digit is another', 'number', (whole) => {
    const at = [...whole.matchAll(/\d/g)].at(5)?.index;
    return at === undefined ? whole : `${whole.slice(0, at)}${(Number(whole[at]) + 1) % 10}${whole.slice(at + 1)}`;
  }),
  text('all digits are others', 'number', (whole) => whole.replace(/\d/g, (digit) => String((Number(digit) + 1) % 10))),
  text('decimals are rounded', 'number', (whole) => whole.replace(/(\d)\.\d+/g, '$1')),
  text('decimals have commas', 'number', (whole) => whole.replace(/(\d)\.(\d+)/g, '"$1,$2"')),
  text('dates are serials', 'number', (whole) =>
    whole.replace(/\d{4}-\d\d-\d\d/g, (date) => String(Date.parse(`${date}Z`) / 86_400_000 + 25_569)),
  ),
  text('quotes are lost', 'structure', (whole) => whole.replaceAll('"', '')),
  text('texts are mojibake', 'text', (whole) => Buffer.from(whole).toString('latin1')),
  text('the file is cut', 'unreadable', (whole) => whole.slice(0, whole.length >> 1)),
  text('the file is empty', 'unreadable', () => ''),
  text('only the first row is there', 'block', (whole) => whole.slice(0, whole.indexOf('\n') + 1)),
];
