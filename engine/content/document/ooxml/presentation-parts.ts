import { ConversionError } from '../../../contract/errors.ts';
import { scanXml } from '../../../io/xml.ts';
import type { Limits } from '../../../contract/limits.ts';
import type { OfficePackage, Relationship } from './package.ts';

/** One slide of a presentation with the parts that belong to it, by the names of their entries. */
export interface SlidePart {
  readonly name: string;
  readonly source: string;
  readonly relationships: readonly Relationship[];
  readonly isHidden: boolean;
  /** The page of speaker notes. */
  readonly notes?: string;
  /** What SmartArt shows: as it was drawn last, or else its data. */
  readonly diagrams: readonly string[];
  /** SmartArt is there as it was drawn: data alone show only where a program draws them again. */
  readonly areDiagramsDrawn: boolean;
}

/** `show="0"` of the root hides a slide (ECMA-376 19.3.1.38). */
const HIDDEN = /<(?:\w+:)?sld\b[^>]*\sshow\s*=\s*["'](?:0|false)["']/;
const ROOT_WITHIN_CHARS = 4096;

/** The slides of a presentation in their order. Throws `input_corrupt` where there is no presentation. */
export function* openPresentation(parts: OfficePackage, limits: Limits): Generator<SlidePart> {
  const main =
    parts.relationshipsOf('').find(({ type }) => type === 'officeDocument')?.target ?? 'ppt/presentation.xml';
  const source = parts.readXml(main);
  if (source === undefined || !/<(?:\w+:)?presentation[\s>]/.test(source.slice(0, ROOT_WITHIN_CHARS))) {
    throw new ConversionError({
      code: 'input_corrupt',
      message: 'The file is not a presentation: it has no main part.',
    });
  }
  const targets = new Map(parts.relationshipsOf(main).map(({ id, target }) => [id, target]));
  for (const id of slideIds(source, limits)) {
    const slide = openSlide(parts, targets.get(id) ?? '');
    if (slide) yield slide;
  }
}

/** Ids of the relationships to slides. `id` is there twice: only the one with a prefix refers to a part. */
function slideIds(source: string, limits: Limits): string[] {
  const ids: string[] = [];
  scanXml(
    source,
    {
      open(name, _attributes, start, end) {
        const id = name === 'sldId' && /\s[\w.-]+:id\s*=\s*["']([^"']*)["']/.exec(source.slice(start, end))?.[1];
        if (id) ids.push(id);
      },
      close() {},
      text() {},
    },
    limits.nesting,
  );
  if (ids.length > limits.pages) throw tooManySlides(ids.length, limits.pages);
  return ids;
}

function openSlide(parts: OfficePackage, name: string): SlidePart | undefined {
  const source = parts.readXml(name);
  if (source === undefined) return undefined;
  const relationships = parts.relationshipsOf(name);
  const targetsOf = (wanted: string): string[] =>
    relationships.filter(({ type, external }) => type === wanted && !external).map(({ target }) => target);
  const drawn = targetsOf('diagramDrawing');
  const [notes] = targetsOf('notesSlide');
  return {
    name,
    source,
    relationships,
    isHidden: HIDDEN.test(source.slice(0, ROOT_WITHIN_CHARS)),
    ...(notes === undefined ? {} : { notes }),
    diagrams: drawn.length > 0 ? drawn : targetsOf('diagramData'),
    areDiagramsDrawn: drawn.length > 0,
  };
}

function tooManySlides(found: number, allowed: number): ConversionError {
  return new ConversionError({
    code: 'input_too_complex',
    message: `The presentation has ${found} slides, and at most ${allowed} are accepted. Send a part of it.`,
    details: { limit: 'pages', allowed, found },
  });
}
