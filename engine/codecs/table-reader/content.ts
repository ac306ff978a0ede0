import { ConversionError } from '../../contract/errors.ts';
import { MiB, type Limits } from '../../contract/limits.ts';
import { ROWS } from '../../content/records/tree-rows.ts';
import type { GridFacts, RecordFacts } from '../../contract/facts.ts';
import { isContainer } from '../../content/records/canonical.ts';

/** What was found in a data file; `isNested` when rows hold lists or objects, or the file is no list of rows. */
export interface TableContent {
  /** Absent when a quick inspection at a very large file could not tell. */
  readonly records?: RecordFacts;
  readonly isNested: boolean;
  /** The lines of delimited text. */
  readonly grid?: GridFacts;
}

/** Up to this size a quick inspection reads everything; of a larger file it compares the first rows and counts the rest. */
export const QUICK_WHOLE_BYTES = 2 * MiB;

/** The error for text that another parser does not accept; its own words go to the log. */
export function notParsed(
  format: string,
  cause: unknown,
  { where = '', isCut = false }: { where?: string; isCut?: boolean } = {},
): ConversionError {
  const place = where === '' ? '' : ` in ${where}`;
  return isCut
    ? new ConversionError({ code: 'input_truncated', message: `The ${format} ends too early${place}.` }, { cause })
    : new ConversionError(
        { code: 'input_corrupt', message: `The file is damaged: it is no valid ${format}${place}.` },
        { cause },
      );
}

/** Refuses data that is nested deeper than allowed, or that holds itself, before anything walks it without a limit. */
export function requireDepth(value: unknown, limits: Limits): void {
  visitDepth(value, limits.nesting, limits.nesting);
}

function visitDepth(value: unknown, left: number, allowed: number): void {
  if (!isContainer(value)) return;
  if (left === 0) throw tooDeep(allowed);
  for (const child of Object.values(value)) visitDepth(child, left - 1, allowed);
}

export function tooDeep(allowed: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `The data is nested more than ${allowed} levels deep. Send data with fewer levels.`,
    details: { limit: 'nesting', allowed },
  });
}

/**
 * The rows of plain data: a list, the list named `rows`, or the only list of objects that single entries lead to, as in
 * `content/records/tree-rows.ts`; undefined for any other tree.
 */
export function rowsOfPlain(value: unknown): readonly unknown[] | undefined {
  for (let inner = value; isContainer(inner);) {
    if (Array.isArray(inner)) return inner === value || isListOfObjects(inner) ? inner : undefined;
    const [entry, ...others] = Object.entries(inner);
    if (!entry || others.length > 0) return undefined;
    const [name, only] = entry as [string, unknown];
    if (name === ROWS && Array.isArray(only)) return only;
    inner = only;
  }
  return undefined;
}

function isListOfObjects(list: readonly unknown[]): boolean {
  return list.length > 0 && list.every((row) => isContainer(row) && !Array.isArray(row));
}

/** Whether a row is more than an object of scalars or one scalar. */
export function hasContainers(row: unknown): boolean {
  if (!isContainer(row)) return false;
  return Array.isArray(row) || Object.values(row).some(isContainer);
}
