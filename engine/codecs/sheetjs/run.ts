import type { CreateRunner, Step, RunContext } from '../../contract/codec.ts';
import type { FormatId } from '../../formats/index.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { createZipWriter } from '../../io/zip.ts';
import { nameOfTableFile } from '../../content/records/table-names.ts';
import { writeData } from '../../content/records/write.ts';
import { sheetsToWrite, withoutValues } from '../../content/workbook/chosen-sheets.ts';
import { openData, type NamedWorkbook } from '../../content/workbook/data-workbook.ts';
import { openLargeWorkbook } from '../../content/workbook/large-workbook.ts';
import { openWorkbook } from '../../content/workbook/open.ts';
import { openWithSheetJs } from '../../content/workbook/sheetjs/workbook.ts';
import type { Sheet, Workbook } from '../../content/workbook/model.ts';
import { encryptedOffice } from '../../content/document/ooxml/package.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { dataOfSheet } from './read/sheet-data.ts';
import { writeDbf } from '../../content/workbook/dbf/writer.ts';
import { writeDif } from '../../content/workbook/text/dif.ts';
import { writeFods, writeOds } from '../../content/workbook/ods/writer.ts';
import { writeSlk } from '../../content/workbook/text/slk.ts';
import { writeXlsb } from '../../content/workbook/xlsb/writer.ts';
import { writeXlsx } from '../../content/workbook/xlsx/writer.ts';

/** What comes from data, not from a workbook. */
const DATA_EDGES: ReadonlySet<string> = new Set(['data', 'data-plain', 'data-tables', 'data-tables-plain']);

const createRunner: CreateRunner = () => ({
  convert: (inputs, step, context) => convert(inputs, step, context),
});

export default createRunner;

async function convert(inputs: readonly Artifact[], step: Step, context: RunContext): Promise<Artifact[]> {
  const { name, workbook } = await (DATA_EDGES.has(step.edge)
    ? openData(inputs, step.from, context)
    : open(inputs[0]!, step, context));
  if (step.edge === 'tables') return writeTables(workbook, name, step, context);
  if (PLAIN_WRITERS[step.to]) return writeSheets(workbook, name, step, context);
  return [writeWorkbook(workbook, name, step.to, context)];
}

/**
 * Only SheetJS tells what cells are computed from; where that is not asked for, or where there is none of it in a large
 * file, our own readers need less memory. Of some binary workbooks it finds no sheets: these are always read by ours,
 * and so is what it does not know of Numbers.
 */
async function open(input: Artifact, { edge, from }: Step, context: RunContext): Promise<NamedWorkbook> {
  const bytes = context.bytes(input);
  const workbook =
    edge === 'workbooks' && !OWN_READERS.has(from)
      ? (openLargeWorkbook(bytes, from, context.limits) ?? openWithSheetJs(bytes, from, context.limits))
      : await openWorkbook(bytes, from, context.limits);
  if (workbook === 'encrypted') throw encryptedOffice();
  if (workbook.unreadFormulas) {
    context.warn({
      code: 'feature_dropped',
      message: 'Formulas were replaced by their results: they are written in terms of tables that are sheets now.',
      lost: ['formulas'],
      details: { count: workbook.unreadFormulas },
    });
  }
  return { name: input.name, workbook };
}

const OWN_READERS: ReadonlySet<FormatId> = new Set(['xlsb', 'numbers']);

function writeWorkbook(workbook: Workbook, inputName: string, to: FormatId, context: RunContext): Artifact {
  if (workbook.sheets.length === 0) throw withoutValues();
  const file = context.create(outputNameOf(inputName, to), to);
  let position = 0;
  const write = (bytes: Uint8Array): void => {
    file.write(bytes, position);
    position += bytes.byteLength;
  };
  if (to === 'fods') {
    writeFods(workbook, write, context);
    return file.finish();
  }
  const zip = createZipWriter(write);
  if (to === 'ods') writeOds(workbook, zip, context);
  else if (to === 'xlsb') writeXlsb(workbook, zip, context);
  else writeXlsx(workbook, zip, context);
  zip.close();
  return file.finish();
}

type WriteSheet = (sheet: Sheet, context: RunContext) => Iterable<Uint8Array>;

const PLAIN_WRITERS: Readonly<Record<string, WriteSheet>> = { dif: writeDif, slk: writeSlk, dbf: writeDbf };

/** Formats that hold one sheet: each that has values becomes a file of its own. */
function writeSheets(workbook: Workbook, inputName: string, { to, options }: Step, context: RunContext): Artifact[] {
  const sheets = filledSheets(workbook, options);
  return sheets.map((sheet, index) => {
    context.signal.throwIfAborted();
    const file = context.create(nameOfFile(inputName, sheet, { to, number: index + 1, of: sheets.length }), to);
    let position = 0;
    for (const bytes of PLAIN_WRITERS[to]!(sheet, context)) {
      file.write(bytes, position);
      position += bytes.byteLength;
    }
    return file.finish();
  });
}

async function writeTables(
  workbook: Workbook,
  inputName: string,
  { to, options }: Step,
  context: RunContext,
): Promise<Artifact[]> {
  const sheets = filledSheets(workbook, options);
  const artifacts: Artifact[] = [];
  for (const [index, sheet] of sheets.entries()) {
    context.signal.throwIfAborted();
    const name = nameOfFile(inputName, sheet, { to, number: index + 1, of: sheets.length });
    artifacts.push(...(await writeData(dataOfSheet(sheet, context), { name, to, options: {}, context })));
  }
  return artifacts;
}

function filledSheets(workbook: Workbook, options: Step['options']): Sheet[] {
  const sheets = sheetsToWrite(workbook, options).filter(hasValues);
  if (sheets.length === 0) throw withoutValues();
  return sheets;
}

function hasValues(sheet: Sheet): boolean {
  let isFilled = false;
  sheet.read(() => {
    isFilled = true;
    return 'stop';
  });
  return isFilled;
}

function nameOfFile(
  inputName: string,
  sheet: Sheet,
  { to, number, of }: { readonly to: FormatId; readonly number: number; readonly of: number },
): string {
  return of === 1 ? outputNameOf(inputName, to) : nameOfTableFile(inputName, sheet.name, { to, number });
}
