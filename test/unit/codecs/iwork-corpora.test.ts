import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import iwork from '../../../engine/codecs/iwork/codec.ts';
import officeXml from '../../../engine/codecs/office-xml/codec.ts';
import works from '../../../engine/codecs/works/codec.ts';
import { normaliseText, wordsOf } from '../../../engine/content/document/inspect-text.ts';
import { countPresentWords } from '../../../engine/content/document/compare/word-presence.ts';
import { TYPES } from '../../../engine/content/document/iwork/iwa/types.ts';
import { openIWork } from '../../../engine/content/document/iwork/package.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { childAt, parseXmlTree, type XmlNode } from '../../../engine/io/xml-tree.ts';
import { CORPORA, hasCorpora } from '../../support/corpora.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const FILES = [
  ['pages', 'word/docling/pages_2013.pages'],
  ['pages', 'word/docling/pages_iwork09.pages'],
  ['pages', 'word/tika/testPagesComments.pages'],
  ['pages', 'word/tika/testPagesHeadersFootersAlphaUpper.pages'],
  ['pages', 'word/tika/testPagesHeadersFootersFootnotes.pages'],
  ['pages', 'word/tika/testPagesLayout.pages'],
  ['key', 'slides/tika/testTextBoxes.key'],
  ['wps', 'word/tika/testWORKS.wps'],
  ['wps', 'word/tika/testWORKSWordProcessor3.0.wps'],
  ['wps', 'word/tika/testWORKSWordProcessor4.0.wps'],
] as const;

describe.skipIf(!hasCorpora)('files that Pages, Keynote and Works have written', () => {
  let apple: RunnerBench;
  let microsoft: RunnerBench;
  let reader: RunnerBench;
  beforeAll(async () => {
    apple = await startRunner(iwork);
    microsoft = await startRunner(works);
    reader = await startRunner(officeXml);
  });
  afterAll(async () => {
    for (const bench of [apple, microsoft, reader]) await bench[Symbol.asyncDispose]();
  });

  it.each(FILES.map(([from, path]) => [basename(path), from, path] as const))(
    '%s loses no word on its way to OpenDocument',
    async (_name, from, path) => {
      const bytes = await readFile(join(CORPORA, path));
      const to = from === 'key' ? 'odp' : 'odt';
      const [result] = await (from === 'wps' ? microsoft : apple).convert(
        bytes,
        from,
        to,
        from === 'key' ? 'slides' : 'text',
      );
      const words = async (file: Uint8Array, format: typeof from | typeof to): Promise<string[]> =>
        wordsOf(normaliseText((await reader.inspect(file, format, 'full')).document?.text ?? ''));
      const expected = await words(bytes, from);
      const found = await words(result!, to);
      expect(expected.length).toBeGreaterThan(0);
      expect(countPresentWords(expected, found)).toBe(expected.length);
    },
  );

  it.each(
    FILES.filter(([from, path]) => from === 'pages' && !path.includes('Layout')).map(
      ([, path]) => [basename(path), path] as const,
    ),
  )('every word of the body of %s is read, as it stands in the file', async (_name, path) => {
    const bytes = await readFile(join(CORPORA, path));
    const { document } = await reader.inspect(bytes, 'pages', 'full');
    const expected = wordsOf(normaliseText(storedBodyOf(bytes)));
    expect(expected.length).toBeGreaterThan(0);
    expect(countPresentWords(expected, wordsOf(normaliseText(document!.text)))).toBe(expected.length);
  });

  it('a slide shows the table of its layout', async () => {
    const bytes = await readFile(join(CORPORA, 'slides/tika/testMasterSlideTable.key'));
    const [result] = await apple.convert(bytes, 'key', 'odp', 'slides');
    const { document } = await reader.inspect(result!, 'odp', 'full');
    expect(document?.text).toMatch(/master row 1[^]*master row 2[^]*master row 3/);
    expect(document?.tables).toBe(1);
  });
});

/** The text of the body without any knowledge of its styles, tables and notes left out. */
function storedBodyOf(bytes: Uint8Array): string {
  const parts = openIWork(bytes, DEFAULT_LIMITS);
  if (parts.kind === 'archive') {
    const body = parts.archive.message(1, TYPES.pagesDocument)?.reference(4);
    return parts.archive.message(body, TYPES.text)!.texts(3).join('');
  }
  const [root] = parseXmlTree(parts.source, DEFAULT_LIMITS, { mixed: true }).children;
  return paragraphsIn(childAt(root, 'text-storage', 'text-body')!).join('\n');
}

function paragraphsIn(node: XmlNode): string[] {
  return node.children.flatMap((child) => (child.name === 'p' ? [textIn(child)] : paragraphsIn(child)));
}

function textIn({ name, text, children }: XmlNode): string {
  if (name === 'attachment') return '';
  return name === '#text'
    ? text
    : name === 'tab' || name === 'br' || name === 'lnbr'
      ? ' '
      : children.map(textIn).join('');
}
