import type { Warning } from '../../../contract/codec.ts';

/** Share of the glyphs. */
const MOST_SUBSTITUTED = 0.1;

/** What the pages have and their drawings do not, gathered over all pages and told once. */
export class Losses {
  missingImages = 0;
  meshes = 0;
  knockouts = 0;
  transfers = 0;
  jumps = 0;
  glyphs = 0;
  #substituted = 0;
  readonly #fonts = new Set<string>();

  substitute(font: string): void {
    this.#substituted++;
    this.#fonts.add(font.replace(/^[A-Z]{6}\+/, ''));
  }

  warnings(): Warning[] {
    const warnings: Warning[] = [];
    if (this.missingImages > 0) {
      const message = `${counted(this.missingImages, 'image')} left out, because it cannot be read.`;
      warnings.push({ code: 'picture_dropped', message, details: { pictures: this.missingImages } });
    }
    if (this.#fonts.size > 0) {
      const fonts = [...this.#fonts].slice(0, 20);
      const message = `The PDF does not contain the fonts ${fonts.slice(0, 5).join(', ')}: their text is shown in a font of the viewer.`;
      // Where much of the text is in such fonts, nobody knows what a page will look like.
      const isOpen = this.#substituted > this.glyphs * MOST_SUBSTITUTED;
      warnings.push({ code: 'font_substituted', message, ...(isOpen && { lost: ['look'] }), details: { fonts } });
    }
    if (this.meshes > 0) {
      const message = `${counted(this.meshes, 'shading')} made of meshes drawn as images: SVG has none.`;
      warnings.push({ code: 'feature_dropped', message, details: { meshes: this.meshes } });
    }
    if (this.knockouts > 0) {
      const message = `${counted(this.knockouts, 'group')} whose parts cut each other out shown one over the other.`;
      warnings.push({ code: 'feature_dropped', message, details: { groups: this.knockouts } });
    }
    if (this.transfers > 0) {
      const message = 'Curves that change the colours for one printer were left out.';
      warnings.push({ code: 'feature_dropped', message });
    }
    if (this.jumps > 0) {
      const message = `${counted(this.jumps, 'link')} to other pages left out: each page is a file of its own.`;
      warnings.push({ code: 'link_dropped', message, details: { links: this.jumps } });
    }
    return warnings;
  }
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun} was` : `${count} ${noun}s were`;
}
