import type { RunContext } from '../../contract/codec.ts';
import type { FittedFonts } from './fonts.ts';
import { requireFontsFor } from '../font/shipped-fonts.ts';
import type { Survey } from './survey.ts';

/** What resvg, and Typst with it, draw of what is in the drawing itself. */
const DRAWABLE_IMAGE = /^data:(?:image\/(?:png|jpe?g|gif|svg\+xml)|text\/xml)?[;,]/i;
const MAX_NAMED = 5;

/** Tells what of a drawing is not shown. */
export function warnOfLosses(survey: Survey, fonts: FittedFonts, context: Pick<RunContext, 'warn'>): void {
  const outside = survey.outsideParts + survey.images.filter((address) => !/^data:/i.test(address)).length;
  if (outside > 0) {
    const message = `${counted(outside, 'image')} of other files or addresses left out: only the drawing itself is read.`;
    context.warn({ code: 'picture_dropped', message });
  }
  const unknown = survey.images.filter((address) => /^data:/i.test(address) && !DRAWABLE_IMAGE.test(address));
  if (unknown.length > 0) {
    const message = `${counted(unknown.length, 'embedded image')} left out: only PNG, JPEG, GIF and SVG are drawn.`;
    context.warn({ code: 'picture_dropped', message });
  }
  if (survey.foreignObjects > 0) {
    const message = `${counted(survey.foreignObjects, 'part')} in HTML (foreignObject) left out: only SVG is drawn.`;
    context.warn({ code: 'text_dropped', message });
  }
  if (survey.animations > 0) {
    const message = 'The drawing moves: it is shown as it stands without its animations.';
    context.warn({ code: 'feature_dropped', message });
  }
  if (fonts.substituted.length > 0) {
    const message = `Fonts that are not here were replaced by similar ones: ${listed(fonts.substituted)}.`;
    context.warn({ code: 'font_substituted', message, details: { fonts: fonts.substituted } });
  }
  requireFontsFor(fonts.missing);
  if (fonts.missing.length > 0) {
    const message = `No font here has ${counted(fonts.missing.length, 'character')}: ${listed(fonts.missing)}.`;
    context.warn({ code: 'text_dropped', message, details: { characters: fonts.missing } });
  }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).join(', ');
  return names.length > MAX_NAMED ? `${shown} and ${names.length - MAX_NAMED} more` : shown;
}
