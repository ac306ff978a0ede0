import type { PDFPageProxy } from 'pdfjs-dist';
import { type ObjectStore, waitForObjects } from '../pdfjs/object-stores.ts';
import { OPS, type PdfJsImage } from '../pdfjs/pdfjs.ts';

export interface OperatorList {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/** The parts of pdf.js's font object that are read; all of them may be missing in a damaged file. */
export interface PdfJsFont {
  readonly name?: string;
  readonly loadedName?: string;
  /** As the PDF calls its subtype, e.g. `Type1`. */
  readonly type?: string;
  readonly bold?: boolean;
  readonly black?: boolean;
  readonly italic?: boolean;
  readonly isMonospace?: boolean;
  readonly isSerifFont?: boolean;
  readonly fallbackName?: string;
  readonly missingFile?: boolean;
  /** The embedded program as an OpenType file: its glyphs have the characters `fontChar`. */
  readonly data?: Uint8Array;
  readonly fontMatrix?: readonly number[];
  readonly ascent?: number;
  readonly descent?: number;
  readonly vertical?: boolean;
  /** Its codes have more than one byte and choose glyphs by themselves (ISO 32000-2, 9.7). */
  readonly composite?: boolean;
  readonly isType3Font?: boolean;
  /** The box around all glyphs, in their units. */
  readonly bbox?: readonly number[];
  /** Widths by code, in the units of the font. */
  readonly widths?: Readonly<Record<number, number>>;
  readonly charProcOperatorList?: ReadonlyMap<string, OperatorList> | Readonly<Record<string, OperatorList>>;
}

/** Fonts, outlines of glyphs, images and shadings of one page. They arrive apart from its operators. */
export class PageObjects {
  readonly #page: PDFPageProxy;
  #lacksOutlines = false;

  constructor(page: PDFPageProxy) {
    this.#page = page;
  }

  /** Waits for all that the operators need. */
  async arrive(operators: OperatorList, signal: AbortSignal): Promise<void> {
    const ids = new Set<string>();
    for (const [index, operator] of operators.fnArray.entries()) {
      if (operator !== OPS.dependency) continue;
      for (const id of (operators.argsArray[index] ?? []) as readonly unknown[])
        if (typeof id === 'string') ids.add(id);
    }
    await waitForObjects(this.#page, ids, signal);
  }

  font(id: string): PdfJsFont | undefined {
    return (this.#find(id) ?? undefined) as PdfJsFont | undefined;
  }

  image(id: string): PdfJsImage | undefined {
    return (this.#find(id) ?? undefined) as PdfJsImage | undefined;
  }

  /** pdf.js's description of a shading. */
  shading(id: string): readonly unknown[] | undefined {
    const shading = this.#find(id);
    return Array.isArray(shading) ? shading : undefined;
  }

  /** The outline of a glyph, in em. */
  glyph(font: PdfJsFont, character: string): ArrayLike<number> | undefined {
    const info = this.#find(`${font.loadedName}_path_${character}`) as
      | { readonly path?: ArrayLike<number> }
      | undefined;
    if (!info && !font.missingFile) this.#lacksOutlines = true;
    return info?.path;
  }

  /** Whether an outline of a glyph was asked for that is not there, as when they were not to be made. */
  get lacksOutlines(): boolean {
    return this.#lacksOutlines;
  }

  #find(id: string): unknown {
    const { commonObjs, objs } = this.#page as unknown as { commonObjs: ObjectStore; objs: ObjectStore };
    for (const store of [objs, commonObjs]) if (store.has(id)) return store.get(id);
    return undefined;
  }
}

/** How pdf.js 6 describes a glyph in the operators that show text. */
export interface PdfJsGlyph {
  readonly fontChar?: string;
  readonly unicode?: string;
  /** As the content stream writes it. */
  readonly originalCharCode?: number;
  readonly width?: number;
  readonly isSpace?: boolean;
  readonly isInFont?: boolean;
  readonly vmetric?: readonly number[];
  readonly operatorListId?: string;
  readonly accent?: { readonly fontChar: string; readonly offset: { readonly x: number; readonly y: number } };
}
