import { PDFiumModule } from '@hyzyla/pdfium';
import { instantiatorOf } from '../../io/emscripten.ts';

/** A pointer into the module's memory or a handle of the library; 0 is none. */
export type Pointer = number;

/** A running instance of the library. */
export interface Pdfium {
  readonly api: PdfiumApi;
  /** The functions that the library calls by pointers. */
  readonly functions: WebAssembly.Table;
  /** The module's memory; it is replaced whenever the memory grows, so it must not be kept. */
  readonly HEAPU8: Uint8Array;
}

/** The functions of PDFium's C API that the reader uses (fpdfview.h, fpdf_text.h, fpdf_edit.h …). */
interface PdfiumApi {
  malloc(bytes: number): Pointer;
  free(pointer: Pointer): void;
  FPDF_InitLibrary(): void;
  FPDF_DestroyLibrary(): void;
  FPDF_LoadMemDocument(bytes: Pointer, size: number, password: Pointer): Pointer;
  FPDF_CloseDocument(document: Pointer): void;
  FPDF_GetLastError(): number;
  FPDF_GetPageCount(document: Pointer): number;
  FPDF_GetMetaText(document: Pointer, tag: Pointer, buffer: Pointer, bytes: number): number;
  FPDF_LoadPage(document: Pointer, index: number): Pointer;
  FPDF_ClosePage(page: Pointer): void;
  FPDFText_LoadPage(page: Pointer): Pointer;
  FPDFText_ClosePage(textPage: Pointer): void;
  FPDFText_CountChars(textPage: Pointer): number;
  FPDF_GetPageBoundingBox(page: Pointer, rectangle: Pointer): number;
  FPDFText_GetUnicode(textPage: Pointer, index: number): number;
  FPDFText_HasUnicodeMapError(textPage: Pointer, index: number): number;
  FPDFText_GetCharBox(
    textPage: Pointer,
    index: number,
    left: Pointer,
    right: Pointer,
    bottom: Pointer,
    top: Pointer,
  ): number;
  FPDFText_GetTextObject(textPage: Pointer, index: number): Pointer;
  FPDFTextObj_GetTextRenderMode(object: Pointer): number;
  FPDFPageObj_GetBounds(object: Pointer, left: Pointer, bottom: Pointer, right: Pointer, top: Pointer): number;
  FPDFPageObj_GetClipPath(object: Pointer): Pointer;
  FPDFClipPath_CountPaths(clip: Pointer): number;
  FPDFClipPath_CountPathSegments(clip: Pointer, path: number): number;
  FPDFClipPath_GetPathSegment(clip: Pointer, path: number, index: number): Pointer;
  FPDFPathSegment_GetPoint(segment: Pointer, x: Pointer, y: Pointer): number;
  FPDFPageObj_GetMatrix(object: Pointer, matrix: Pointer): number;
  FPDFTextObj_GetFont(object: Pointer): Pointer;
  FPDFFont_GetIsEmbedded(font: Pointer): number;
  FPDFFont_GetBaseFontName(font: Pointer, buffer: Pointer, bytes: number): number;
  FPDFTextObj_GetText(object: Pointer, textPage: Pointer, buffer: Pointer, bytes: number): number;
  FPDFPageObj_GetFillColor(object: Pointer, red: Pointer, green: Pointer, blue: Pointer, alpha: Pointer): number;
  FPDFPathSegment_GetType(segment: Pointer): number;
  FPDFPath_CountSegments(path: Pointer): number;
  FPDFPath_GetPathSegment(path: Pointer, index: number): Pointer;
  FPDFPath_GetDrawMode(path: Pointer, fillMode: Pointer, stroke: Pointer): number;
  FPDFPage_CountObjects(page: Pointer): number;
  FPDFPage_GetObject(page: Pointer, index: number): Pointer;
  FPDFPageObj_GetType(object: Pointer): number;
  FPDFFormObj_CountObjects(form: Pointer): number;
  FPDFFormObj_GetObject(form: Pointer, index: number): Pointer;
  FPDFPage_GetAnnotCount(page: Pointer): number;
  FPDFPage_GetAnnot(page: Pointer, index: number): Pointer;
  FPDFPage_CloseAnnot(annotation: Pointer): void;
  FPDFAnnot_GetSubtype(annotation: Pointer): number;
  FPDFAnnot_GetStringValue(annotation: Pointer, key: Pointer, buffer: Pointer, bytes: number): number;
  FPDFAnnot_GetRect(annotation: Pointer, rectangle: Pointer): number;
  FPDFAnnot_GetLink(annotation: Pointer): Pointer;
  FPDFLink_GetAction(link: Pointer): Pointer;
  FPDFLink_GetDest(document: Pointer, link: Pointer): Pointer;
  FPDFAction_GetType(action: Pointer): number;
  FPDFAction_GetDest(document: Pointer, action: Pointer): Pointer;
  FPDFAction_GetURIPath(document: Pointer, action: Pointer, buffer: Pointer, bytes: number): number;
  FPDFDest_GetDestPageIndex(document: Pointer, destination: Pointer): number;
  FPDFBookmark_GetFirstChild(document: Pointer, bookmark: Pointer): Pointer;
  FPDFBookmark_GetNextSibling(document: Pointer, bookmark: Pointer): Pointer;
  FPDFBookmark_GetTitle(bookmark: Pointer, buffer: Pointer, bytes: number): number;
  FPDFBookmark_GetDest(document: Pointer, bookmark: Pointer): Pointer;
  FPDFBookmark_GetAction(bookmark: Pointer): Pointer;
  FPDFCatalog_IsTagged(document: Pointer): number;
  FPDFPage_GetRotation(page: Pointer): number;
  FPDFPage_SetRotation(page: Pointer, quarters: number): void;
  FPDFTextObj_GetFontSize(object: Pointer, size: Pointer): number;
  FPDFImageObj_GetImagePixelSize(image: Pointer, width: Pointer, height: Pointer): number;
  FPDFImageObj_GetBitmap(image: Pointer): Pointer;
  FPDF_GetPageSizeByIndexF(document: Pointer, index: number, size: Pointer): number;
  FPDFBitmap_CreateEx(width: number, height: number, format: number, buffer: Pointer, stride: number): Pointer;
  FPDFBitmap_Destroy(bitmap: Pointer): void;
  FPDFBitmap_GetFormat(bitmap: Pointer): number;
  FPDFBitmap_GetWidth(bitmap: Pointer): number;
  FPDFBitmap_GetHeight(bitmap: Pointer): number;
  FPDFBitmap_GetStride(bitmap: Pointer): number;
  FPDFBitmap_GetBuffer(bitmap: Pointer): Pointer;
  FPDFImageObj_GetRenderedBitmap(document: Pointer, page: Pointer, image: Pointer): Pointer;
  FPDFBitmap_FillRect(bitmap: Pointer, x: number, y: number, width: number, height: number, argb: number): number;
  FPDF_RenderPageBitmap_Start(...args: [...Rendering, pause: Pointer]): number;
  FPDF_RenderPage_Continue(page: Pointer, pause: Pointer): number;
  FPDF_RenderPage_Close(page: Pointer): void;
  FPDF_GetFormType(document: Pointer): number;
  FPDFDOC_InitFormFillEnvironment(document: Pointer, info: Pointer): Pointer;
  FPDFDOC_ExitFormFillEnvironment(form: Pointer): void;
  FORM_OnAfterLoadPage(page: Pointer, form: Pointer): void;
  FORM_OnBeforeClosePage(page: Pointer, form: Pointer): void;
  FPDF_FFLDraw(...args: [form: Pointer, ...Rendering]): void;
  FPDF_SaveAsCopy(document: Pointer, writer: Pointer, flags: number): number;
}

type Rendering = [
  bitmap: Pointer,
  page: Pointer,
  left: number,
  top: number,
  width: number,
  height: number,
  rotation: number,
  flags: number,
];

/** Starts PDFium from a compiled module: nothing is read from disk or fetched. */
export async function startPdfium(module: WebAssembly.Module): Promise<Pdfium> {
  const vendor = (await PDFiumModule({
    // The typing of the package names the wrong argument: Emscripten hands the instance on.
    instantiateWasm: instantiatorOf(module) as never,
  })) as unknown as { readonly wasmExports: PdfiumApi; readonly HEAPU8: Uint8Array };
  vendor.wasmExports.FPDF_InitLibrary();
  return {
    api: vendor.wasmExports,
    functions: (vendor.wasmExports as unknown as WebAssembly.Exports)['__indirect_function_table'] as WebAssembly.Table,
    get HEAPU8() {
      return vendor.HEAPU8;
    },
  };
}

/** Calls `use` with a zero-terminated copy of the text in the module's memory and frees it afterwards. */
export function withCString<T>(pdfium: Pdfium, text: string, use: (pointer: Pointer) => T): T {
  const bytes = new TextEncoder().encode(`${text}\0`);
  return withMemory(pdfium, bytes.byteLength, (pointer) => {
    pdfium.HEAPU8.set(bytes, pointer);
    return use(pointer);
  });
}

/** Calls `use` with fresh memory of the module and frees it afterwards. Throws RangeError when there is none. */
export function withMemory<T>(pdfium: Pdfium, bytes: number, use: (pointer: Pointer) => T): T {
  const pointer = pdfium.api.malloc(bytes);
  if (pointer === 0) throw new RangeError('PDFium is out of memory');
  try {
    return use(pointer);
  } finally {
    pdfium.api.free(pointer);
  }
}

/**
 * Makes functions of ours that the library can call, as pointers to them. Each instance of the library gets one pointer,
 * which calls what was given last: pointers cannot be taken back. Emscripten's own way is left out of this build.
 */
export function libraryCallback(parameters: 1 | 3): (pdfium: Pdfium, call: (...args: number[]) => number) => Pointer {
  const pointers = new WeakMap<Pdfium, Pointer>();
  let current: (...args: number[]) => number;
  return (pdfium, call) => {
    current = call;
    const known = pointers.get(pdfium);
    if (known !== undefined) return known;
    const { exports } = new WebAssembly.Instance(TRAMPOLINES[parameters], {
      e: { f: (...args: number[]) => current(...args) },
    });
    const pointer = pdfium.functions.grow(1);
    pdfium.functions.set(pointer, exports['f']);
    pointers.set(pdfium, pointer);
    return pointer;
  };
}

/** A module that exports the function that it imports: only exported functions can be in a table. */
function trampoline(parameters: number): WebAssembly.Module {
  const i32 = 0x7f;
  const type = [0x01, 0x60, parameters, ...Array.from({ length: parameters }, () => i32), 0x01, i32];
  return new WebAssembly.Module(
    Uint8Array.of(
      ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      ...[0x01, type.length, ...type],
      ...[0x02, 0x07, 0x01, 0x01, 0x65, 0x01, 0x66, 0x00, 0x00],
      ...[0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00],
    ),
  );
}

const TRAMPOLINES = { 1: trampoline(1), 3: trampoline(3) } as const;

/** Calls `use` with a structure of 32-bit values, such as versions and pointers. */
export function withStructure<T>(pdfium: Pdfium, values: readonly number[], use: (pointer: Pointer) => T): T {
  return withMemory(pdfium, values.length * 4, (pointer) => {
    const view = new DataView(pdfium.HEAPU8.buffer, pointer);
    for (const [index, value] of values.entries()) view.setUint32(index * 4, value, true);
    return use(pointer);
  });
}

const UTF_16 = new TextDecoder('utf-16le');

/** UTF-16LE from the module's memory, without its terminator. */
export function readUtf16(pdfium: Pdfium, pointer: Pointer, bytes: number): string {
  return UTF_16.decode(pdfium.HEAPU8.subarray(pointer, pointer + Math.max(0, bytes - 2)));
}

/** Memory for the small values that functions return, of each instance of the library: it is never given back. */
const scratches = new WeakMap<Pdfium, Pointer>();
const SCRATCH_BYTES = 64;

function scratchOf(pdfium: Pdfium): Pointer {
  const known = scratches.get(pdfium);
  if (known !== undefined) return known;
  const pointer = pdfium.api.malloc(SCRATCH_BYTES);
  if (pointer === 0) throw new RangeError('PDFium is out of memory');
  scratches.set(pdfium, pointer);
  return pointer;
}

/** Calls `fill` with addresses of four 32-bit values and returns their bytes, or undefined when it reports failure. */
export function readFour(
  pdfium: Pdfium,
  fill: (first: Pointer, second: Pointer, third: Pointer, fourth: Pointer) => number,
): DataView | undefined {
  const pointer = scratchOf(pdfium);
  if (!fill(pointer, pointer + 4, pointer + 8, pointer + 12)) return undefined;
  return new DataView(pdfium.HEAPU8.slice(pointer, pointer + 16).buffer);
}

/** Calls `fill` with the address of so many numbers of 32 bits; at most 16. */
export function readFloats(pdfium: Pdfium, count: number, fill: (at: Pointer) => number): number[] | undefined {
  const pointer = scratchOf(pdfium);
  if (!fill(pointer)) return undefined;
  const view = new DataView(pdfium.HEAPU8.buffer, pointer, SCRATCH_BYTES);
  const values: number[] = [];
  for (let index = 0; index < count; index++) values.push(view.getFloat32(index * 4, true));
  return values;
}
