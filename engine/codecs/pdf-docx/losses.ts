import type { Warning } from '../../codec.ts';
import { type FontUse, isUnreadable } from './extract/font-text.ts';
import type { ReadPage } from './extract/read-page.ts';
import { areaOf } from './geometry.ts';
import { typefaceOf } from './write/typefaces.ts';
import { XFA_FORM } from './extract/xfa-form.ts';

/** Substituted fonts that a warning names. */
const MAX_NAMED_FONTS = 10;
const MAX_NAMED_PAGES = 20;
/** A page with fewer glyphs and a picture above this share of it is a scan. */
const SCAN_GLYPHS = 10;
const SCAN_SHARE = 0.8;

/** Counts over all pages what the document will not have. */
export class Losses {
  readonly #fonts = new Set<string>();
  #paths = 0;
  #pictures = 0;
  #scans = 0;
  #hiddenCharacters = 0;
  #lostLinks = 0;
  #unread = 0;
  #isXfaForm = false;
  #hasForm = false;
  readonly #missingPages: number[] = [];
  readonly #fontUses = new Map<string, FontUse>();

  addPage({ model, missingImages, replacedScans, hiddenGlyphs, lostLinks, fontUses }: ReadPage): void {
    this.#paths += model.vectorCount;
    this.#pictures += missingImages;
    this.#scans += replacedScans;
    this.#hiddenCharacters += hiddenGlyphs;
    this.#lostLinks += lostLinks;
    if (isUnreadScan(model)) this.#unread++;
    for (const [id, use] of fontUses) this.#fontUses.set(id, sumOfUses(this.#fontUses.get(id), use));
    for (const font of new Set(model.glyphs.map((glyph) => glyph.font))) {
      if (typefaceOf(font).substitute) this.#fonts.add(font.name);
    }
  }

  /** The page tree names a page that is not there. */
  addMissingPage(number: number): void {
    this.#missingPages.push(number);
  }

  /** The document is a form that can be filled in. */
  addXfaForm(): void {
    this.#isXfaForm = true;
  }

  addForm(): void {
    this.#hasForm = true;
  }

  /** Pictures that the pages do not even name. */
  addPictures(count: number): void {
    this.#pictures += count;
  }

  get hasLostPictures(): boolean {
    return this.#pictures > 0;
  }

  warnings(): Warning[] {
    const warnings: Warning[] = [];
    if (this.#paths > 0) {
      warnings.push({
        code: 'feature_dropped',
        message: 'Shadings, and drawings of very many lines, are left out.',
        lost: ['vector'],
        details: { paths: this.#paths },
      });
    }
    if (this.#isXfaForm) {
      warnings.push({
        code: 'text_dropped',
        message: `${XFA_FORM} Its page holds a notice alone.`,
        details: { form: 'XFA' },
      });
    }
    if (this.#unread > 0) {
      warnings.push({
        code: 'text_dropped',
        message: `The text of ${this.#unread === 1 ? 'one page' : `${this.#unread} pages`} is a picture and stays one. Ask for its recognition with the option ocr.`,
        details: { pages: this.#unread },
      });
    }
    if (this.#missingPages.length > 0) {
      warnings.push({
        code: 'text_dropped',
        message: 'Pages that the PDF counts are damaged or not there. They are left out.',
        details: { pages: this.#missingPages.slice(0, MAX_NAMED_PAGES), count: this.#missingPages.length },
      });
    }
    const unreadable = [...this.#fontUses.values()].filter(isUnreadable);
    if (unreadable.length > 0) {
      const characters = unreadable.reduce((sum, { shown }) => sum + shown, 0);
      const all = [...this.#fontUses.values()].reduce((sum, { shown }) => sum + shown, 0);
      warnings.push({
        code: 'text_dropped',
        message: `The PDF does not say which characters ${Math.max(1, Math.round((100 * characters) / all))} % of its glyphs are: their text cannot be read and is wrong. Have it recognised from the picture of the page with the option ocr.`,
        details: { fonts: unreadable.slice(0, MAX_NAMED_FONTS).map(({ name }) => name), characters },
      });
    }
    if (this.#hasForm) {
      warnings.push({ code: 'feature_dropped', message: 'Form fields become plain text with their present values.' });
    }
    if (this.#pictures > 0) {
      warnings.push({
        code: 'picture_dropped',
        message: 'Some pictures cannot be decoded or exceed the limit of pixels. They are left out.',
        details: { pictures: this.#pictures },
      });
    }
    if (this.#scans > 0) {
      warnings.push({
        code: 'picture_dropped',
        message: 'Scanned pictures of text are replaced by the text that was recognised in them.',
        details: { pictures: this.#scans },
      });
    }
    if (this.#hiddenCharacters > 0) {
      warnings.push({
        code: 'text_dropped',
        message: 'Text that cannot be seen in the PDF is left out.',
        details: { characters: this.#hiddenCharacters },
      });
    }
    if (this.#lostLinks > 0) {
      warnings.push({
        code: 'link_dropped',
        message: 'Links to places that the document does not have are left out.',
        details: { links: this.#lostLinks },
      });
    }
    if (this.#fonts.size > 0) {
      warnings.push({
        code: 'font_substituted',
        message: 'Fonts that Word does not have are replaced by common ones of equal width.',
        details: { fonts: [...this.#fonts].slice(0, MAX_NAMED_FONTS), count: this.#fonts.size },
      });
    }
    return warnings;
  }
}

function sumOfUses(known: FontUse | undefined, use: FontUse): FontUse {
  if (!known) return use;
  return {
    ...use,
    shown: known.shown + use.shown,
    bareCodes: known.bareCodes + use.bareCodes,
    controls: known.controls + use.controls,
  };
}

/** Next to no text, and a picture of nearly the whole page. */
function isUnreadScan({ glyphs, images, width, height }: ReadPage['model']): boolean {
  return glyphs.length < SCAN_GLYPHS && images.some((image) => areaOf(image) > SCAN_SHARE * width * height);
}
