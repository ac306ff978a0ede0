import type { Warning } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import { formatOf, formatsOfFileName, type FormatId } from '../index.ts';
import { BoundedReader } from './bounded-reader.ts';
import type { ByteSource } from '../../io/byte-source.ts';
import { detectContent, detectContentUnlessText } from './content.ts';
import { FIRM, type Finding } from './finding.ts';

/** What a file is, how sure that is, and what told. */
export interface Detection {
  readonly format: FormatId;
  /** 0 to 1: 1 is a signature that nothing else has; below 0.5 is not reported as detected. */
  readonly confidence: number;
  /** `name`: the content allows several formats and the file's name chose; `caller`: so did the caller. */
  readonly via: 'content' | 'name' | 'caller';
  /** Formats that this file may be read as too, the nearest first: a DOCX is a ZIP, GeoJSON is JSON. */
  readonly also: readonly FormatId[];
  readonly warnings: readonly Warning[];
}

export interface DetectionHints {
  /** The file's own name, with or without directories. */
  readonly fileName?: string;
}

/** Confidence of a format that only the file's name tells. */
const BY_NAME = 0.6;
const BY_NAME_UNSEEN = 0.5;

/**
 * Finds a file's format by its content; its name only decides between formats that the content allows, and a name that
 * the content contradicts is a warning. Throws `empty_file` and `source_format_undetected`.
 */
export async function detect(file: ByteSource, { fileName = '' }: DetectionHints = {}): Promise<Detection> {
  return settle(await detectContent(await openFile(file)), fileName);
}

/**
 * Takes the caller's word for a file's format unless the content says with confidence that it is another one. Throws
 * `empty_file` and `source_format_mismatch`.
 */
export async function confirmSource(file: ByteSource, format: FormatId): Promise<Detection> {
  return confirm(await detectContent(await openFile(file)), format);
}

/** The same as `detect`, or as `confirmSource` with an announced format, but undefined for text: that takes longer. */
export async function detectUnlessText(
  file: ByteSource,
  { fileName = '', announced }: DetectionHints & { readonly announced?: FormatId },
): Promise<Detection | undefined> {
  const finding = await detectContentUnlessText(await openFile(file));
  if (finding === 'text') return undefined;
  return announced === undefined ? settle(finding, fileName) : confirm(finding, announced);
}

function confirm(finding: Finding | undefined, format: FormatId): Detection {
  if (!finding) return detection(format, BY_NAME_UNSEEN, 'caller');
  if (finding.format === format) return detection(format, finding.confidence, 'content');
  if (allows(finding, format)) return detection(format, BY_NAME, 'caller');
  const [said, found] = [formatOf(format).name, formatOf(finding.format).name];
  throw new ConversionError({
    code: 'source_format_mismatch',
    message: `The source format was given as ${said}, but the file is ${withArticle(found)}. Leave the source format out, or send the right file.`,
    details: { sourceFormat: format, detected: finding.format },
  });
}

async function openFile(file: ByteSource): Promise<BoundedReader> {
  if (file.size > 0) return BoundedReader.open(file);
  throw new ConversionError({
    code: 'empty_file',
    message: 'The file is empty: it has 0 bytes. Send the complete file.',
  });
}

/** Content first; the name decides only among what the content leaves open. */
function settle(finding: Finding | undefined, fileName: string): Detection {
  const named = formatsOfFileName(fileName);
  if (!finding) return settleByName(named);
  const { format, confidence } = finding;
  if (named.length === 0 || named.includes(format)) return detection(format, confidence, 'content');
  const refined = named.find(
    (name) => finding.orNamed?.includes(name) || (confidence < FIRM && isPlausibleText(finding, name)),
  );
  if (refined) return detection(refined, Math.max(BY_NAME, Math.min(confidence, 0.9)), 'name');
  // SVG named .xml and HTML named .md are named honestly, if not precisely.
  const isText = finding.text !== undefined;
  const isHonest = named.some((name) => sharesName(format, name) || (isText && alsoOf(format).includes(name)));
  return detection(format, confidence, 'content', isHonest ? [] : [mismatch(named[0]!, format)]);
}

function settleByName(named: readonly FormatId[]): Detection {
  const unmarked = named.find(hasNoSignature);
  if (unmarked) return detection(unmarked, BY_NAME_UNSEEN, 'name');
  throw new ConversionError({
    code: 'source_format_undetected',
    message:
      "The file's format could not be recognised by its content. Name the source format, or check that the file is complete.",
    details: named[0] ? { fileNameSays: named[0] } : {},
  });
}

/** A caller knows more than a name does: every relation of the two formats is taken for their word. */
function allows(finding: Finding, format: FormatId): boolean {
  if (finding.orNamed?.includes(format) || alsoOf(finding.format).includes(format)) return true;
  if (finding.text === undefined) return finding.confidence < FIRM && hasNoSignature(format);
  return format === 'txt' || (finding.confidence < FIRM && isPlausibleText(finding, format));
}

function isPlausibleText({ text }: Finding, format: FormatId): boolean {
  return text !== undefined && couldBeText(text, format);
}

function detection(
  format: FormatId,
  confidence: number,
  via: Detection['via'],
  warnings: readonly Warning[] = [],
): Detection {
  return { format, confidence: Math.round(confidence * 100) / 100, via, also: alsoOf(format), warnings };
}

function mismatch(named: FormatId, found: FormatId): Warning {
  return {
    code: 'file_name_mismatch',
    message: `The file is named like ${withArticle(formatOf(named).name)}, but its content is ${withArticle(formatOf(found).name)}; it was read as that.`,
    details: { named, detected: found },
  };
}

function withArticle(name: string): string {
  return /^[AEIOU](?![A-Z])|^(F|H|L|M|N|R|S|X)(?=[A-Z])/.test(name) ? `an ${name}` : `a ${name}`;
}

export { bytesSource, fileSource, type ByteSource } from '../../io/byte-source.ts';

/** What a file of this format may be read as too, the most specific first. */
function alsoOf(format: FormatId): readonly FormatId[] {
  return (formatOf(format).isAlso ?? []) as readonly FormatId[];
}

/** Whether a file of this format may honestly be named as the other one. */
function sharesName(format: FormatId, named: FormatId): boolean {
  return formatOf(format).namedLike === named;
}

/** Whether this text could be a file of a text format. */
function couldBeText(text: string, format: FormatId): boolean {
  const pattern = formatOf(format).text;
  return pattern === 'any' || (pattern !== undefined && pattern.test(text));
}

/** Whether a file that shows no signature may still be of this format. */
function hasNoSignature(format: FormatId): boolean {
  return formatOf(format).unmarked === true;
}
