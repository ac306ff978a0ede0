import type { LinkFacts, PageFacts } from '../../contract/facts.ts';
import { readFloats, readUtf16, withCString, withMemory, type Pdfium, type Pointer } from './bindings.ts';
import { sharedArea, type Box } from './boxes.ts';
import type { ShownPlace } from './shown-place.ts';

/** Subtypes of annotations (fpdf_annot.h). */
const LINK = 2;
const POPUP = 16;
const WIDGET = 20;
/** Kinds of actions (fpdf_doc.h). */
const URI = 3;
/** Annotations looked at on one page, and links, notes and fields that are described. */
const MAX_ANNOTATIONS = 100_000;
const MAX_DESCRIBED = 1000;
/** Characters of one value. */
const MAX_CHARS = 500;

interface PageOfDocument {
  readonly document: Pointer;
  readonly page: Pointer;
  readonly place: ShownPlace;
  /** Where something is seen. */
  readonly seen: readonly Box[];
}

/** The links of a page, what was filled into its form, and its notes and marks. */
export function readAnnotations(
  pdfium: Pdfium,
  { document, page, place, seen }: PageOfDocument,
): Pick<PageFacts, 'links' | 'fields' | 'notes'> {
  const links: LinkFacts[] = [];
  const fields: string[] = [];
  const notes: string[] = [];
  const count = Math.min(pdfium.api.FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS);
  for (let index = 0; index < count; index++) {
    const annotation = pdfium.api.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const subtype = pdfium.api.FPDFAnnot_GetSubtype(annotation);
    if (subtype === LINK) links.push(linkOf(pdfium, { document, page, place, seen }, annotation));
    else if (subtype === WIDGET && fields.length < MAX_DESCRIBED) fields.push(valueOf(pdfium, annotation));
    else if (subtype !== POPUP && notes.length < MAX_DESCRIBED) {
      notes.push(`${subtype} ${stringOf(pdfium, annotation, 'Contents')}`);
    }
    pdfium.api.FPDFPage_CloseAnnot(annotation);
  }
  return { links, ...(fields.some((value) => value !== '') && { fields }), ...(notes.length > 0 && { notes }) };
}

function linkOf(pdfium: Pdfium, { document, place, seen }: PageOfDocument, annotation: Pointer): LinkFacts {
  // FS_RECTF: left, top, right, bottom (fpdfview.h).
  const [left = 0, top = 0, right = 0, bottom = 0] =
    readFloats(pdfium, 4, (at) => pdfium.api.FPDFAnnot_GetRect(annotation, at)) ?? [];
  const area = { left, right, top: Math.max(top, bottom), bottom: Math.min(top, bottom) };
  const isBlank = seen.every((box) => sharedArea(box, area) === 0);
  return {
    box: place.boxOf(area),
    ...(isBlank && { isBlank }),
    ...targetOf(pdfium, document, pdfium.api.FPDFAnnot_GetLink(annotation)),
  };
}

function targetOf(pdfium: Pdfium, document: Pointer, link: Pointer): Pick<LinkFacts, 'url' | 'page'> {
  const { api } = pdfium;
  if (link === 0) return {};
  const action = api.FPDFLink_GetAction(link);
  if (action !== 0 && api.FPDFAction_GetType(action) === URI) {
    return { url: readBytes(pdfium, (buffer, bytes) => api.FPDFAction_GetURIPath(document, action, buffer, bytes)) };
  }
  const page = pageOfDestination(pdfium, document, { destination: api.FPDFLink_GetDest(document, link), action });
  return page === undefined ? {} : { page };
}

/** Number of the page, from 1, to which a destination or an action leads. */
export function pageOfDestination(
  { api }: Pdfium,
  document: Pointer,
  { destination, action }: { readonly destination: Pointer; readonly action: Pointer },
): number | undefined {
  const leads = destination !== 0 || action === 0 ? destination : api.FPDFAction_GetDest(document, action);
  const index = leads === 0 ? -1 : api.FPDFDest_GetDestPageIndex(document, leads);
  return index < 0 ? undefined : index + 1;
}

/** The value of a field, or which of its states a box shows. */
function valueOf(pdfium: Pdfium, annotation: Pointer): string {
  return stringOf(pdfium, annotation, 'V') || stringOf(pdfium, annotation, 'AS');
}

function stringOf(pdfium: Pdfium, annotation: Pointer, key: string): string {
  return withCString(pdfium, key, (name) =>
    readString(pdfium, (buffer, bytes) => pdfium.api.FPDFAnnot_GetStringValue(annotation, name, buffer, bytes)),
  );
}

/** A string in UTF-16 that a function writes when it is given memory, and says its length in bytes otherwise. */
export function readString(pdfium: Pdfium, write: (buffer: Pointer, bytes: number) => number): string {
  const bytes = write(0, 0);
  if (bytes <= 2 || bytes > 1_000_000) return '';
  return withMemory(pdfium, bytes, (buffer) => {
    write(buffer, bytes);
    return readUtf16(pdfium, buffer, bytes).slice(0, MAX_CHARS);
  });
}

function readBytes(pdfium: Pdfium, write: (buffer: Pointer, bytes: number) => number): string {
  const bytes = write(0, 0);
  if (bytes <= 1 || bytes > 1_000_000) return '';
  return withMemory(pdfium, bytes, (buffer) => {
    write(buffer, bytes);
    return new TextDecoder().decode(pdfium.HEAPU8.slice(buffer, buffer + bytes - 1)).slice(0, MAX_CHARS);
  });
}
