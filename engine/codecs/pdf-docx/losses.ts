import type { Warning } from '../../contract/codec.ts';
import type { FontUse } from '../../content/pages/reading/font-text.ts';
import type { ReadPage } from '../../content/pages/reading/read-page.ts';
import { areaOf } from '../../content/pages/geometry.ts';
import { typefaceOf } from './write/typefaces.ts';
import { XFA_FORM } from '../../content/pages/reading/xfa-form.ts';

/** Substituted fonts that a warning names. */
const MAX_NAMED_FONTS = 10;
const MAX_NAMED_PAGES = 20;
/** A page with fewer glyphs and an image above this share of it is a scan. */
const SCAN_GLYPHS = 10;
const SCAN_SHARE = 0.8;

/** What pages have and the document will not: plain data. */
export interface PageLosses {
  /** Shadings, and lines of drawings. */
  readonly paths: number;
  readonly images: number;
  /** Scanned images of text that is there as text. */
  readonly scans: number;
  readonly hiddenCharacters: number;
  readonly mirroredCharacters: number;
  /** Drawn with their labels, which are no text any more. */
  readonly figures: number;
  /** Shown as images, with their text as the description. */
  readonly formulas: number;
  readonly links: number;
  /** Fields of forms that are text alone. */
  readonly fields: number;
  /** Pages whose text is an image. */
  readonly unread: number;
  readonly missingPages: readonly number[];
  /** Names of fonts that Word does not have. */
  readonly fonts: ReadonlySet<string>;
  /** By the name under which the document embeds a font. */
  readonly fontUses: ReadonlyMap<string, FontUse>;
}

const NOTHING: PageLosses = {
  ...{
    paths: 0,
    images: 0,
    scans: 0,
    hiddenCharacters: 0,
    mirroredCharacters: 0,
    figures: 0,
    formulas: 0,
    links: 0,
    fields: 0,
    unread: 0,
  },
  ...{ missingPages: [], fonts: new Set(), fontUses: new Map() },
};

/** Gathers over all pages what the document will not have. */
export class Losses {
  #pages = NOTHING;
  #isXfaForm = false;

  /** Of the pages only. */
  get ofPages(): PageLosses {
    return this.#pages;
  }

  addPage(page: ReadPage): void {
    const { model, missingImages, replacedScans, hiddenGlyphs, mirroredGlyphs, labelledFigures, lostLinks, fontUses } =
      page;
    const faces = new Set(model.glyphs.map(({ font }) => font));
    this.addPages({
      paths: model.vectorCount,
      images: missingImages,
      scans: replacedScans,
      hiddenCharacters: hiddenGlyphs,
      mirroredCharacters: mirroredGlyphs,
      figures: labelledFigures,
      formulas: model.images.filter(({ equation }) => equation && !equation.formula).length,
      links: lostLinks,
      fields: 0,
      unread: isUnreadScan(model) ? 1 : 0,
      missingPages: [],
      fonts: new Set([...faces].filter((font) => typefaceOf(font).substitute).map(({ name }) => name)),
      fontUses,
    });
  }

  /** The page tree names a page that is not there. */
  addMissingPage(number: number): void {
    this.addPages({ ...NOTHING, missingPages: [number] });
  }

  addPages(more: PageLosses): void {
    const known = this.#pages;
    this.#pages = {
      paths: known.paths + more.paths,
      images: known.images + more.images,
      scans: known.scans + more.scans,
      hiddenCharacters: known.hiddenCharacters + more.hiddenCharacters,
      mirroredCharacters: known.mirroredCharacters + more.mirroredCharacters,
      figures: known.figures + more.figures,
      formulas: known.formulas + more.formulas,
      links: known.links + more.links,
      fields: known.fields + more.fields,
      unread: known.unread + more.unread,
      missingPages: [...known.missingPages, ...more.missingPages],
      fonts: known.fonts.union(more.fonts),
      fontUses: unitedUses(known.fontUses, more.fontUses),
    };
  }

  /** The document is a form that can be filled in. */
  addXfaForm(): void {
    this.#isXfaForm = true;
  }

  addFields(fields: number): void {
    this.addPages({ ...NOTHING, fields });
  }

  /** Images that the pages do not even name. */
  addImages(images: number): void {
    this.addPages({ ...NOTHING, images });
  }

  get hasLostImages(): boolean {
    return this.#pages.images > 0;
  }

  warnings(): Warning[] {
    const { paths, images, scans, hiddenCharacters, mirroredCharacters, figures, formulas, links } = this.#pages;
    const { fields, unread, missingPages, fonts, fontUses } = this.#pages;
    const warnings: Warning[] = [];
    if (paths > 0) {
      warnings.push({
        code: 'feature_dropped',
        message: 'Drawings of very many lines are left out.',
        lost: ['vector'],
        details: { paths },
      });
    }
    if (this.#isXfaForm) {
      warnings.push({
        code: 'text_dropped',
        message: `${XFA_FORM} Its page holds a notice alone.`,
        details: { form: 'XFA' },
      });
    }
    if (unread > 0) {
      warnings.push({
        code: 'text_dropped',
        message: `The text of ${unread === 1 ? 'one page' : `${unread} pages`} is an image and stays one. Ask for its recognition with the option ocr.`,
        details: { pages: unread },
      });
    }
    if (missingPages.length > 0) {
      warnings.push({
        code: 'text_dropped',
        message: 'Pages that the PDF counts are damaged or not there. They are left out.',
        details: { pages: missingPages.slice(0, MAX_NAMED_PAGES), count: missingPages.length },
      });
    }
    const uses = [...fontUses.values()];
    const recognised = uses.filter((use) => use.recognised > 0);
    if (recognised.length > 0) {
      const glyphs = recognised.reduce((sum, use) => sum + use.recognised, 0);
      warnings.push({
        code: 'encoding_assumed',
        message: `The PDF does not say which characters ${glyphs} of its glyphs are. They were recognised by their shapes, or by the usual order of glyphs where the font is not embedded.`,
        details: { fonts: recognised.slice(0, MAX_NAMED_FONTS).map(({ name }) => name), glyphs },
      });
    }
    const unknown = uses.filter((use) => use.unknown > 0);
    if (unknown.length > 0) {
      const glyphs = unknown.reduce((sum, use) => sum + use.unknown, 0);
      warnings.push({
        code: 'text_dropped',
        message: `Nothing tells which characters ${glyphs} glyphs of the PDF are. They are shown as images, or where these are not possible by a replacement character.`,
        details: { fonts: unknown.slice(0, MAX_NAMED_FONTS).map(({ name }) => name), glyphs },
      });
    }
    if (fields > 0) {
      warnings.push({
        code: 'feature_dropped',
        message: 'Form fields become plain text with their present values.',
        details: { fields },
      });
    }
    if (images > 0) {
      warnings.push({
        code: 'picture_dropped',
        message: 'Some images cannot be decoded or exceed the limit of pixels. They are left out.',
        details: { pictures: images },
      });
    }
    if (scans > 0) {
      warnings.push({
        code: 'picture_dropped',
        message: 'Scanned images of text are replaced by the text that was recognised in them.',
        details: { pictures: scans },
      });
    }
    if (hiddenCharacters > 0) {
      warnings.push({
        code: 'text_dropped',
        message: 'Text that cannot be seen in the PDF is left out.',
        details: { characters: hiddenCharacters },
      });
    }
    if (mirroredCharacters > 0) {
      warnings.push({
        code: 'feature_dropped',
        message: 'Text that the PDF shows as in a mirror is set as it is read.',
        lost: ['look'],
        details: { characters: mirroredCharacters },
      });
    }
    if (figures > 0) {
      warnings.push({
        code: 'feature_dropped',
        message: 'The labels of figures are drawn with them. Their text is in the descriptions of the images.',
        details: { figures },
      });
    }
    if (formulas > 0) {
      warnings.push({
        code: 'feature_dropped',
        message: `${formulas === 1 ? 'One formula' : `${formulas} formulas`} could not be read. They are shown as images, and their text is in the descriptions of these.`,
        details: { formulas },
      });
    }
    if (links > 0) {
      warnings.push({
        code: 'link_dropped',
        message: 'Links to places that the document does not have are left out.',
        details: { links },
      });
    }
    if (fonts.size > 0) {
      warnings.push({
        code: 'font_substituted',
        message: 'Fonts that Word does not have are replaced by common ones of equal width.',
        details: { fonts: [...fonts].slice(0, MAX_NAMED_FONTS), count: fonts.size },
      });
    }
    return warnings;
  }
}

function unitedUses(known: PageLosses['fontUses'], more: PageLosses['fontUses']): Map<string, FontUse> {
  const united = new Map(known);
  for (const [id, use] of more) united.set(id, sumOfUses(united.get(id), use));
  return united;
}

function sumOfUses(known: FontUse | undefined, use: FontUse): FontUse {
  if (!known) return use;
  return {
    ...use,
    shown: known.shown + use.shown,
    bareCodes: known.bareCodes + use.bareCodes,
    bareSpaces: known.bareSpaces + use.bareSpaces,
    controls: known.controls + use.controls,
    recognised: known.recognised + use.recognised,
    unknown: known.unknown + use.unknown,
  };
}

/** Next to no text, and an image of nearly the whole page. */
function isUnreadScan({ glyphs, images, width, height }: ReadPage['model']): boolean {
  return glyphs.length < SCAN_GLYPHS && images.some((image) => areaOf(image) > SCAN_SHARE * width * height);
}
