import { hashText } from '../records/canonical.ts';
import { columnOfName, MAX_COLUMNS, MAX_ROWS } from './cell-names.ts';
import type { CellPlace } from './model.ts';

/** Texts, names of sheets in quotes, words with what may follow them, and numbers of a formula in the syntax of Excel. */
const TOKEN =
  /"(?:[^"]|"")*"|((?:'(?:[^']|'')*'|[\p{L}_][\p{L}\p{N}_.]*)!)?(\$?[A-Za-z]{1,3}\$?\d{1,7}(?![\p{L}\p{N}_(.])|\$?[A-Za-z]{1,3}(?=:\$?[A-Za-z]{1,3}(?![\p{L}\p{N}_(]))|(?<=:)\$?[A-Za-z]{1,3}(?![\p{L}\p{N}_($])|\$?\d{1,7}(?=:\$?\d{1,7}\b)|(?<=:)\$?\d{1,7}\b)|[\p{L}_\\][\p{L}\p{N}_.\\]*|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/gu;
const REFERENCE = /^(\$?)([A-Za-z]{1,3})?(\$?)(\d{1,7})?$/;
/** What programs write in terms of their own: other files, tables by their names. */
const OPAQUE = /[[\]#|]/;
const TEXTS = /"(?:[^"]|"")*"/g;
/** References of OpenDocument: `[.A1:.B2]`, `[$'My sheet'.A1]`. */
const OPEN_REFERENCE = /\[([^\]]*)\]/g;
/** A side of one: the sheet, if there is one, and the cell. */
const OPEN_SIDE = /^\$?('(?:[^']|'')*'|[^.'#]*)\.(\$?[A-Z]{0,3}\$?\d{0,7})$/i;
const MAX_CHARS = 4096;

/**
 * A hash of what a formula refers to and of its constants, relative to its cell, so that formulas in the syntax of Excel
 * and of OpenDocument have the same; 0 where programs say it in different terms. What is computed of these is not in it:
 * programs call functions differently.
 */
export function hashOfOperands(formula: string, place: CellPlace): number {
  if (formula.length > MAX_CHARS) return 0;
  const text = /^(?:of|oooc|msoxl):/.test(formula) ? excelReferences(formula) : formula;
  if (text === undefined || OPAQUE.test(text.replace(TEXTS, '""'))) return 0;
  let hash = 0;
  for (const match of text.matchAll(TOKEN)) {
    const operand = operandOf(match, place);
    if (operand !== undefined) hash = hashText(operand, hash);
  }
  return hash;
}

function excelReferences(formula: string): string | undefined {
  let isKnown = true;
  const text = formula
    .replace(/^\w+:=?/, '')
    .split(/("(?:[^"]|"")*")/)
    .map((piece, index) =>
      index % 2 === 1
        ? piece
        : piece.replace(OPEN_REFERENCE, (_whole, inner: string) => {
            const sides = sidesOf(inner);
            isKnown &&= sides !== undefined;
            return sides ?? '';
          }),
    )
    .join('');
  return isKnown ? text : undefined;
}

/** `Sheet.A1:Sheet.B2` and `Sheet.A1:.B2` are both `Sheet!A1:B2`. */
function sidesOf(reference: string): string | undefined {
  const sides = reference.split(/:(?=(?:[^']*'[^']*')*[^']*$)/).map((side) => OPEN_SIDE.exec(side));
  const texts = sides.map((side, index) => {
    if (!side) return undefined;
    const sheet = side[1] === '' || (index > 0 && side[1] === sides[0]?.[1]) ? '' : `${side[1]}!`;
    return sheet + side[2]!;
  });
  return texts.includes(undefined) ? undefined : texts.join(':');
}

function operandOf([token, sheet = '', reference]: RegExpExecArray, place: CellPlace): string | undefined {
  if (reference !== undefined) return `${nameOfSheet(sheet)}${relative(reference, place)}`;
  const first = token.charCodeAt(0);
  if (first === 0x22) return token;
  const isNumber = (first >= 0x30 && first <= 0x39) || first === 0x2e;
  return isNumber ? String(Number(token)) : undefined;
}

function nameOfSheet(sheet: string): string {
  return sheet
    .replace(/^'|'?!$/g, '')
    .replaceAll("''", "'")
    .toLowerCase();
}

/** `R[-1]C[0]` for what moves with its cell, `R5C3` for what does not; whole columns reach over all rows. */
function relative(reference: string, { row, column }: CellPlace): string {
  const [, columnMark, letters, rowMark, digits] = REFERENCE.exec(reference) ?? [];
  const named = letters === undefined ? undefined : columnOfName(letters);
  const rows =
    digits === undefined
      ? ''
      : rowMark === '$' || (letters === undefined && columnMark === '$')
        ? `R${digits}`
        : `R[${wrapped(Number(digits) - 1 - row, MAX_ROWS)}]`;
  const columns =
    named === undefined ? '' : columnMark === '$' ? `C${named}` : `C[${wrapped(named - column, MAX_COLUMNS)}]`;
  return rows + columns;
}

/** Sheets have no edge: what lies above the first row is at the end. */
function wrapped(offset: number, size: number): number {
  return ((offset % size) + size) % size;
}
