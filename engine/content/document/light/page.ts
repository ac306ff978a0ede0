import { readHtml } from '../html/reader.ts';
import type { FrontMatter } from '../markdown/front-matter.ts';
import { paragraph, text, type Block, type Document, type DocumentProperties } from '../model.ts';

/** What a text in a language of marks means, as HTML. */
export interface LightPage {
  readonly about: FrontMatter;
  readonly html: string;
  /** As HTML, each on its own. */
  readonly notes: readonly string[];
}

/** Gives the bytes of a file that lies beside the text. */
export type ReadFile = (address: string) => Uint8Array | undefined;

/** The document that a page says; what is said of it is beside its text. */
export function documentOfPage({ about, html, notes }: LightPage, read?: ReadFile): Document {
  return { properties: propertiesOf(about), blocks: blocksOf(about, [html, ...notes], read) };
}

function* blocksOf(
  { title, subtitle, author, date }: FrontMatter,
  pages: readonly string[],
  read: ReadFile | undefined,
): Generator<Block> {
  const told = [title, subtitle, author, date].filter((value) => value !== undefined);
  if (told.length > 0) yield { kind: 'box', blocks: told.map((value) => paragraph([text(value)])) };
  for (const page of pages) yield* readHtml(page, read && { read, mayLack: true }).blocks;
}

function propertiesOf({ title, subtitle, author, lang, keywords }: FrontMatter): DocumentProperties {
  return {
    ...(title !== undefined && { title }),
    ...(author !== undefined && { author }),
    ...(subtitle !== undefined && { subject: subtitle }),
    ...(keywords !== undefined && { keywords }),
    ...(lang !== undefined && { language: lang }),
  };
}
