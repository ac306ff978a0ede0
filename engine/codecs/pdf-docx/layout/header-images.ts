import type { PageImage } from '../../../content/pages/model.ts';
import { RUNNING_IMAGES } from '../thresholds/pages.ts';

const { MIN_SHARE, MIN_PAGES } = RUNNING_IMAGES;

/**
 * Images that are at the same place on most pages: logos and letterheads. They belong to the header, which Word
 * repeats. Returns them as they stand on the first page that has them.
 */
export function runningImages(pages: readonly { readonly images: readonly PageImage[] }[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { images } of pages) {
    const shown = images.filter(({ equation }) => !equation);
    for (const key of new Set(shown.map(imageKey))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const needed = Math.max(MIN_PAGES, Math.ceil(MIN_SHARE * pages.length));
  return new Set([...counts].filter(([, count]) => count >= needed).map(([key]) => key));
}

/** Equal for the same image at the same place. */
export function imageKey({ x0, y0, x1, y1, bytes, labels = [] }: PageImage): string {
  const middle = bytes[bytes.length >> 1] ?? 0;
  const places = [x0, y0, x1, y1].map((value) => Math.round(value / 2)).join(' ');
  return `${places} ${bytes.length} ${middle} ${labels.map(({ text }) => text).join('')}`;
}
