import type { Artifact } from '../../contract/artifact.ts';
import type { CreateRunner, RunContext } from '../../contract/codec.ts';
import { MiB } from '../../contract/limits.ts';
import { readSourceText } from '../../content/document/text/source-text.ts';
import { factsOfDrawnSource } from '../../content/drawing/drawn-source.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { utf8Bytes } from '../../io/bytes.ts';
import { drawPage, type DrawnPage } from './drawing.ts';
import { readPages } from './file.ts';

/** Bytes of a file with its images. */
const MAX_BYTES = 16 * MiB;
/** Shapes that a message lists. */
const MOST_NAMED = 6;

const createRunner: CreateRunner = () => ({
  convert([input], step, context) {
    const pages = pagesOf(input!, context);
    tellDropped(pages, context);
    return pages.map(({ svg }, index) => {
      const output = context.create(
        outputNameOf(input!.name, step.to, pages.length > 1 ? index + 1 : undefined),
        step.to,
      );
      output.write(utf8Bytes(svg), 0);
      return output.finish();
    });
  },
  inspect(artifact, _request, context) {
    const pages = pagesOf(artifact, context);
    const sum = (key: 'links' | 'figures'): number => pages.reduce((total, page) => total + page[key], 0);
    const text = pages.map((page) => page.text).join('\n');
    return factsOfDrawnSource(
      artifact,
      'drawio',
      { text: text.trim(), links: sum('links'), figures: sum('figures') },
      context,
    );
  },
});

export default createRunner;

function pagesOf(input: Artifact, context: RunContext): DrawnPage[] {
  const xml = readSourceText(input, { maxBytes: MAX_BYTES }, context);
  return readPages(xml, context.limits).map((page) => drawPage(page, context));
}

function tellDropped(pages: readonly DrawnPage[], context: RunContext): void {
  const unknown = new Map<string, number>();
  for (const page of pages)
    for (const [name, count] of page.unknown) unknown.set(name, (unknown.get(name) ?? 0) + count);
  if (unknown.size > 0) {
    const named = [...unknown].slice(0, MOST_NAMED).map(([name, count]) => `${count} of ${name.slice(0, 60)}`);
    context.warn({
      code: 'feature_dropped',
      message: `Shapes of libraries are drawn as rectangles: ${named.join(', ')}${unknown.size > MOST_NAMED ? ', …' : ''}.`,
      details: { shapes: [...unknown.values()].reduce((sum, count) => sum + count, 0) },
    });
  }
  const sum = (key: 'missingImages' | 'droppedLinks'): number => pages.reduce((total, page) => total + page[key], 0);
  const images = sum('missingImages');
  if (images > 0) {
    const message = `${images} images of the diagram are not in the file; their places are left empty.`;
    context.warn({ code: 'picture_dropped', message, lost: ['figures'], details: { images } });
  }
  const links = sum('droppedLinks');
  if (links > 0) {
    const message = `${links} links to other pages of the diagram, or to programs, were left out.`;
    context.warn({ code: 'link_dropped', message, details: { links } });
  }
}
