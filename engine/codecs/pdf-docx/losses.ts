import type { Warning } from '../../codec.ts';
import type { ReadPage } from './extract/read-page.ts';
import { typefaceOf } from './write/typefaces.ts';

/** Substituted fonts that a warning names. */
const MAX_NAMED_FONTS = 10;

/** Counts over all pages what the document will not have. */
export class Losses {
  readonly #fonts = new Set<string>();
  #paths = 0;
  #pictures = 0;
  #scans = 0;
  #hiddenCharacters = 0;
  #lostLinks = 0;
  #hasForm = false;

  addPage({ model, missingImages, replacedScans, hiddenGlyphs, lostLinks }: ReadPage): void {
    this.#paths += model.vectorCount;
    this.#pictures += missingImages;
    this.#scans += replacedScans;
    this.#hiddenCharacters += hiddenGlyphs;
    this.#lostLinks += lostLinks;
    for (const { font } of model.glyphs) {
      if (!this.#fonts.has(font.name) && typefaceOf(font).substitute) this.#fonts.add(font.name);
    }
  }

  /** The document is a form that can be filled in. */
  addForm(): void {
    this.#hasForm = true;
  }

  warnings(): Warning[] {
    const warnings: Warning[] = [];
    if (this.#paths > 0) {
      warnings.push({
        code: 'feature_dropped',
        message: 'Drawings made of curves and slanted lines are left out.',
        lost: ['vector'],
        details: { paths: this.#paths },
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
