import type { CreateRunner, Step, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import { formatOf, type FormatId } from '../../formats/index.ts';
import type { Artifact, BytesArtifact } from '../../contract/artifact.ts';
import type { Limits } from '../../contract/limits.ts';
import { decryptOffice } from '../../content/document/encryption/index.ts';
import { openWorkbook } from '../../content/workbook/open.ts';
import { requireWorkbookBounds, XLS_BOUNDS } from '../../content/workbook/sheet-bounds.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import declaration from './codec.ts';
import { withoutComputedTexts, withoutFlatComputedTexts } from './computed-texts.ts';
import { withoutContentControls } from './content-controls.ts';
import { withReadableDoc } from './doc-repairs.ts';
import { withFirstHeaders } from './first-headers.ts';
import { standInFor } from './font-configuration.ts';
import { OFFICE_FONTS } from './fonts.ts';
import { withOutlineLevels } from './headings.ts';
import { withOwnDefinitions } from './list-definitions.ts';
import { withLostReferences } from './lost-references.ts';
import { cutToImage } from './metafile-svg.ts';
import { OfficeDocument } from './office.ts';
import { followsStandard, pdfOptions, requireWholeDocument } from './pdf-options.ts';
import { withPlainImages } from './plain-images.ts';
import { checkPrintRanges } from './print-range.ts';
import { repeatable, type Interval } from './repeatable.ts';
import { withOutlineStyles, withRtfHeadings } from './rtf-headings.ts';
import { withImagesOfShapes, withReadableRtf } from './rtf-repairs.ts';
import { withSeparateFlatLists, withSeparateLists } from './separate-lists.ts';
import { withOldLayouts } from './slide-layouts.ts';
import { startOffice, type StartedOffice } from './start.ts';
import { withoutTextDeletions, withoutWordDeletions } from './tracked-changes.ts';
import { warmUp } from './warm.ts';
import { withWritableImages } from './writable-images.ts';
import { openZip } from '../../io/zip.ts';
import { requireWholeMetafile } from './metafile.ts';

const ZIP_MAGIC = [0x50, 0x4b, 0x03, 0x04];

/** Refuses what LibreOffice must not see: bombs, and images whose end is missing. */
function checkSource(bytes: Uint8Array, format: FormatId, context: RunContext): void {
  if (bytes.byteLength === 0) throw new ConversionError({ code: 'empty_file', message: 'The file is empty.' });
  requireWholeMetafile(bytes, format);
  // Its directory is held against the limits: how many entries there are, and how much they expand to.
  if (isPackage(bytes)) openZip(bytes, context.limits);
}

function isPackage(bytes: Uint8Array): boolean {
  return ZIP_MAGIC.every((byte, index) => bytes[index] === byte);
}

const createRunner: CreateRunner = async ({ modules }) => {
  const { maxPages } = declaration.wasm!['soffice']!;
  const office = await startOffice(modules['soffice']!, maxPages, OFFICE_FONTS);
  return {
    convert: async ([input], step, context) => {
      if (step.to === 'xls') await requireXlsBounds(input!, step, context);
      try {
        return [convert(office, input!, step, context)];
      } catch (error) {
        throw isStop(error) ? stopped(error) : error;
      }
    },
    warm: (context) => warmUp(office, context),
  };
};

export default createRunner;

/** What the library throws to leave its program in the middle. */
const UNWIND = 'unwind';

function isStop(error: unknown): boolean {
  return error instanceof WebAssembly.Exception || error instanceof WebAssembly.RuntimeError || error === UNWIND;
}

/** Traps, and C++ exceptions that nobody caught: what they are stays in the library, whose state is unknown then. */
function stopped(exception: unknown): ConversionError {
  return new ConversionError(
    {
      code: 'conversion_failed',
      message:
        'LibreOffice stopped inside this document: a part of it, such as an image, is damaged or unknown there. Save it again with an office program, or try another target format.',
      discardWorker: true,
    },
    { cause: new Error(String(exception)) },
  );
}

const TEXT: ReadonlySet<FormatId> = new Set(['odt', 'ott']);
/** Formats in which lists of one style are one list when LibreOffice writes them. */
const GOING_ON: ReadonlySet<FormatId> = new Set(['doc', 'rtf']);
const WORD: ReadonlySet<FormatId> = new Set(['docx', 'docm', 'dotx', 'dotm']);

function convert(
  office: StartedOffice,
  input: Artifact,
  { edge, from, to, options }: Step,
  context: RunContext,
): BytesArtifact {
  const source = decryptOffice(context.bytes(input), options.password, context.limits);
  checkSource(source, from, context);
  if (edge === 'sheet-pdf' && isPackage(source)) checkPrintRanges(source, context.limits);
  const readable = readableSource(source, { from, to }, context);
  const beganMs = Date.now();
  using document = new OfficeDocument(office, readable, formatOf(from).extensions[0]!);
  context.progress(0.5);
  warnOfFonts(document, context);
  const bytes = save(document, to, to === 'pdf' ? pdfOptions(options, context.limits) : undefined);
  if (to === 'pdf') requireWholeDocument(bytes, options, context.limits);
  const { pdfStandard } = options;
  if (pdfStandard && !followsStandard(bytes, pdfStandard)) {
    throw new ConversionError({
      code: 'invalid_options',
      message: `The document cannot be written as ${pdfStandard}. Leave the option pdfStandard out, or choose another standard.`,
      details: { option: 'pdfStandard' },
    });
  }
  const interval = { beganMs, endedMs: Date.now() };
  const finished = written(bytes, to, interval, context.limits);
  const result = to === 'rtf' && WORD.has(from) ? withRtfHeadings(finished, readable, context.limits) : finished;
  return { name: outputNameOf(input.name, to), format: to, bytes: result };
}

function written(
  bytes: Uint8Array<ArrayBuffer>,
  to: FormatId,
  interval: Interval,
  limits: Limits,
): Uint8Array<ArrayBuffer> {
  if (to === 'svg') return cutSvg(bytes);
  return to === 'rtf' ? withImagesOfShapes(bytes) : repeatable(bytes, interval, limits);
}

/**
 * LibreOffice leaves notes out of flat spreadsheets whose boxes it has not drawn yet, which it does when it writes a
 * packed one.
 */
function save(document: OfficeDocument, to: FormatId, options: string | undefined): Uint8Array<ArrayBuffer> {
  if (to === 'fods') document.save({ extension: 'ods' });
  return document.save({ extension: to, ...(options !== undefined && { options }) });
}

function readableSource(source: Uint8Array, step: Pick<Step, 'from' | 'to'>, context: RunContext): Uint8Array {
  if (step.from === 'rtf') return withReadableRtf(source);
  if (step.from === 'doc' || step.from === 'dot') return withReadableDoc(source);
  if (isPackage(source)) return readablePackage(source, step, context);
  if (step.from === 'fods' && step.to === 'xls') return withoutFlatComputedTexts(source);
  return step.from === 'fodt' && GOING_ON.has(step.to) ? withSeparateFlatLists(source) : source;
}

function readablePackage(source: Uint8Array, { from, to }: Pick<Step, 'from' | 'to'>, context: RunContext): Uint8Array {
  const { limits } = context;
  const { document, changed } = withPlainImages(withWritableImages(source, to, limits), to, limits);
  if (changed > 0) {
    context.warn({
      code: 'feature_dropped',
      message: `Pictures whose colours the document changes are in the colours of their files: ${changed}.`,
      details: { pictures: changed },
    });
  }
  if (TEXT.has(from) && to === 'pdf') return withoutTextDeletions(document, limits);
  if (TEXT.has(from) && GOING_ON.has(to)) return withSeparateLists(document, limits);
  if (to === 'xls') return withoutComputedTexts(document, limits);
  if (to === 'ppt') return withOldLayouts(document, limits);
  if (!WORD.has(from)) return document;
  const referred = withLostReferences(document, limits);
  const levelled = withFirstHeaders(withOutlineLevels(referred, limits), limits);
  if (to === 'doc') return withOwnDefinitions(withoutContentControls(levelled, limits), limits);
  if (to === 'rtf') return withOutlineStyles(levelled, limits);
  return to === 'pdf' ? withoutWordDeletions(levelled, limits) : levelled;
}

/** What does not fit into the sheets of old versions would be left out without a word. */
async function requireXlsBounds(input: Artifact, { from }: Step, context: RunContext): Promise<void> {
  const workbook = await openWorkbook(context.bytes(input), from, context.limits);
  requireWorkbookBounds(workbook, 'xls', XLS_BOUNDS);
}

function cutSvg(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(cutToImage(new TextDecoder().decode(bytes)));
}

/** Other fonts are as wide as Arial, Times New Roman, Courier New, Calibri and Cambria: nobody is told of those. */
function warnOfFonts(document: OfficeDocument, context: RunContext): void {
  const substitutes: Record<string, string> = {};
  for (const family of document.missingFonts()) {
    const standIn = standInFor(family);
    if (standIn !== undefined) substitutes[family] = standIn;
  }
  const list = Object.entries(substitutes).map(([family, standIn]) => `${family} (${standIn} instead)`);
  if (list.length === 0) return;
  context.warn({
    code: 'font_substituted',
    message: `Fonts of the document are not there, and others stand in for them: ${list.join(', ')}. Lines may break elsewhere.`,
    details: { substitutes },
  });
}
