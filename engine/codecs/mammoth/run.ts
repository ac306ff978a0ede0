import type { CreateRunner, Step, RunContext } from '../../contract/codec.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { decryptOffice } from '../../content/document/encryption/index.ts';
import { openOfficePackage } from '../../content/document/ooxml/package.ts';
import { convertDocument } from './document.ts';
import type { Outline } from '../../content/document/html/contents.ts';
import { writeHtmlPage, type HtmlDocument } from '../../content/document/html/page.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { writeMarkdown } from './markdown.ts';
import { writePlainText } from './plain-text.ts';
import { createImages, type Images } from '../../content/document/embedded-images.ts';

const createRunner: CreateRunner = () => ({
  convert: async ([input], step, context) => [await convert(input!, step, context)],
});

export default createRunner;

async function convert(input: Artifact, { to, options }: Step, context: RunContext): Promise<Artifact> {
  const bytes = decryptOffice(context.bytes(input), options.password, context.limits);
  const stem = input.name.replace(/\.[^.]*$/, '');
  const parts = openOfficePackage(bytes, context.limits);
  const isMarkdown = to === 'md';
  const images = createImages(isMarkdown ? 'reference' : 'inline', context);
  const document = await convertDocument(parts, { images, context, markdownTables: isMarkdown });
  context.signal.throwIfAborted();
  context.progress(0.8);
  if (to !== 'txt') images.report();
  const text = write(document, to, { images, stem, outline: options });
  return { name: outputNameOf(input.name, to), format: to, bytes: new TextEncoder().encode(text) };
}

function write(
  document: HtmlDocument,
  to: Step['to'],
  { images, stem, outline }: { readonly images: Images; readonly stem: string; readonly outline: Outline },
): string {
  if (to === 'md') return writeMarkdown(document, images);
  return to === 'txt' ? writePlainText(document) : writeHtmlPage(document, stem, outline);
}
