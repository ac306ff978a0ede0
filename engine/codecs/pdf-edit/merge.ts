import {
  PDFBool,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFObjectCopier,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import type { Step, RunContext } from '../../contract/codec.ts';
import type { Artifact, BytesArtifact } from '../../contract/artifact.ts';
import { chainBookmarks, readBookmarks, type Bookmark } from './bookmarks.ts';
import { resolveDestinations } from './destinations.ts';
import { arrayAt, dictAt } from './objects.ts';
import { limitPages, openPdf } from './open.ts';
import { plantTree } from './pages.ts';
import { savePdf } from './save.ts';
import { shareStreams } from './streams.ts';

/** What of several documents is put together at the end. */
interface MergedPdf {
  readonly document: PDFDocument;
  readonly pages: PDFRef[];
  readonly bookmarks: Bookmark[];
  readonly fieldNames: Set<string>;
}

/** Puts the pages of all inputs into one PDF, with their links, bookmarks and forms. */
export async function mergePdfs(
  inputs: readonly Artifact[],
  { options }: Step,
  context: RunContext,
): Promise<BytesArtifact[]> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const merged: MergedPdf = { document, pages: [], bookmarks: [], fieldNames: new Set() };
  for (const [index, input] of inputs.entries()) {
    context.signal.throwIfAborted();
    await append(merged, input, options.password, context);
    context.progress((index + 1) / (inputs.length + 1));
  }
  plantTree(document, merged.pages);
  plantBookmarks(merged);
  shareStreams(document.context);
  return [{ name: inputs[0]!.name, format: 'pdf', bytes: await savePdf(document, {}, context) }];
}

async function append(
  merged: MergedPdf,
  input: Artifact,
  password: string | undefined,
  context: RunContext,
): Promise<void> {
  const source = await openPdf(context.bytes(input), password);
  limitPages(source.getPageCount(), context.limits);
  resolveDestinations(source);
  const copier = PDFObjectCopier.for(source.context, merged.document.context);
  for (const { ref } of source.getPages()) {
    const page = copier.copy(ref);
    merged.document.context.lookup(page, PDFDict).delete(PDFName.of('StructParents'));
    merged.pages.push(page);
  }
  appendBookmarks(merged, source, copier);
  appendForm(merged, source, copier, input.name, context);
  if (!source.catalog.has(PDFName.of('StructTreeRoot'))) return;
  const message = `The tags of ${input.name}, by which screen readers know its parts, are not in the joined PDF.`;
  context.warn({ code: 'feature_dropped', message });
}

function appendBookmarks({ document, bookmarks }: MergedPdf, source: PDFDocument, copier: PDFObjectCopier): void {
  const root = source.catalog.get(PDFName.of('Outlines'));
  if (!(root instanceof PDFRef) || !(source.context.lookup(root) instanceof PDFDict)) return;
  const copy = document.context.lookup(copier.copy(root), PDFDict);
  bookmarks.push(...readBookmarks(copy, document.context));
}

function plantBookmarks({ document, bookmarks }: MergedPdf): void {
  if (bookmarks.length === 0) return;
  const { context, catalog } = document;
  const root = context.obj({ Type: 'Outlines' });
  const reference = context.register(root);
  chainBookmarks(root, reference, bookmarks, context);
  catalog.set(PDFName.of('Outlines'), reference);
}

/** Fields of all forms in one: a name that another form has gets a number. */
function appendForm(
  { document, fieldNames }: MergedPdf,
  source: PDFDocument,
  copier: PDFObjectCopier,
  name: string,
  { warn }: RunContext,
): void {
  const form = dictAt(source.catalog, 'AcroForm');
  const fields = form && arrayAt(form, 'Fields');
  if (!form || !fields || fields.size() === 0) return;
  const { context, catalog } = document;
  const own = dictAt(catalog, 'AcroForm') ?? context.obj({ Fields: [] });
  catalog.set(PDFName.of('AcroForm'), own);
  let renamed = 0;
  for (const field of copier.copy(fields).asArray()) {
    arrayAt(own, 'Fields')!.push(field);
    const dict = context.lookup(field);
    if (dict instanceof PDFDict && takeName(dict, fieldNames)) renamed++;
  }
  mergeDefaults(own, copier.copy(form));
  if (renamed === 0) return;
  const message = `${renamed} form fields of ${name} have other names now: another form has fields of the same names.`;
  warn({ code: 'feature_dropped', message });
}

/** Returns whether the field had to be renamed. */
function takeName(field: PDFDict, taken: Set<string>): boolean {
  const key = PDFName.of('T');
  const value = field.lookup(key);
  if (!(value instanceof PDFString || value instanceof PDFHexString)) return false;
  const name = value.decodeText();
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}-${number}`;
  taken.add(free);
  if (free !== name) field.set(key, PDFHexString.fromText(free));
  return free !== name;
}

/** Fonts and the usual appearance of fields: what the first form has counts, the others add to it. */
function mergeDefaults(own: PDFDict, other: PDFDict): void {
  for (const key of ['DA', 'Q'].map((name) => PDFName.of(name))) {
    const value = other.get(key);
    if (value && !own.has(key)) own.set(key, value);
  }
  const need = PDFName.of('NeedAppearances');
  if (other.lookup(need) === PDFBool.True) own.set(need, PDFBool.True);
  const resources = PDFName.of('DR');
  const theirs = dictAt(other, 'DR');
  const ours = dictAt(own, 'DR');
  if (!theirs) return;
  if (!ours) {
    own.set(resources, theirs);
    return;
  }
  for (const [kind] of theirs.entries()) {
    const [mine, yours] = [ours.lookup(kind), theirs.lookup(kind)];
    if (!mine) ours.set(kind, theirs.get(kind)!);
    else if (mine instanceof PDFDict && yours instanceof PDFDict)
      for (const [name, value] of yours.entries()) if (!mine.has(name)) mine.set(name, value);
  }
}
