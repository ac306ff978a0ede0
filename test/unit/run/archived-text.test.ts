import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type ConversionResult, type FormatId } from '../../../engine/index.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const SLOW_MS = 120_000;
const IMAGE = readFileSync(join(import.meta.dirname, '../../../corpus/sources/png/card-fading-to-transparent.png'));
const BIBLIOGRAPHY = '@book{keel1999, author={Bert Keel}, title={Loading Ships}, publisher={Dock Press}, year={1999}}';
/** A style that numbers its sources. */
const STYLE = `<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0" class="in-text"><info><title>n</title><id>n</id></info>
<citation><layout prefix="[" suffix="]"><text variable="citation-number"/></layout></citation>
<bibliography><layout><text variable="citation-number" suffix=": "/><text variable="title"/></layout></bibliography></style>`;

const engine = sharedEngine();

function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const entries = Object.entries(files).map(([path, content]) => [
    path,
    typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
  ]);
  return zipSync(Object.fromEntries(entries));
}

async function convert(
  files: Readonly<Record<string, string | Uint8Array>>,
  to: FormatId,
  options = {},
): Promise<ConversionResult> {
  return await engine.convert(zipOf(files), { to, fileName: 'papers.zip', verify: 'full', options });
}

function textOf({ artifacts: [artifact] }: ConversionResult): string {
  return 'bytes' in artifact! ? new TextDecoder().decode(artifact.bytes) : '';
}

const checksOf = ({ report }: ConversionResult): Record<string, string | number> =>
  Object.fromEntries(report.checks.map(({ name, found }) => [name, found]));

describe('a ZIP with a text', { timeout: SLOW_MS }, () => {
  const MARKDOWN = {
    'paper/text.md': '---\ncsl: n.csl\n---\n# Start\n\nAs [@keel1999] shows.\n\n![A card](img/my%20card.png)\n',
    'paper/refs.bib': BIBLIOGRAPHY,
    'paper/n.csl': STYLE,
    'paper/img/my card.png': IMAGE,
  };

  it.each(['docx', 'pdf', 'html'] as const)('becomes %s with its images and sources', async (to) => {
    const result = await convert(MARKDOWN, to);
    expect(result.artifacts.map(({ name }) => name)).toEqual([`text.${to}`]);
    expect(result.sourceFormat).toBe('md');
    expect(result.warnings).toEqual([]);
    expect(checksOf(result)).toMatchObject({ figures: 1 });
    if (to !== 'html') return;
    expect(textOf(result)).toContain('[1]');
    expect(textOf(result)).toMatch(/1: ?Loading ships/);
    expect(textOf(result)).toContain('src="data:image/png;base64,');
  });

  it('cites by the sources that the caller names instead', async () => {
    const bibliography = BIBLIOGRAPHY.replace('Loading Ships', 'Sinking Ships');
    const text = textOf(await convert(MARKDOWN, 'html', { bibliography }));
    expect(text).toMatch(/Sinking ships/);
    expect(text).not.toMatch(/Loading ships/);
  });

  it('finds the parts of a text in LaTeX, and its images without extension', async () => {
    const files = {
      'main.tex':
        '\\documentclass{article}\\usepackage{graphicx}\\graphicspath{{img/}}\\begin{document}\\section{Start}\\input{parts/one}\n\n\\includegraphics{card}\n\n\\cite{keel1999}\\bibliography{refs}\\end{document}',
      'parts/one.tex': 'Words of the part.',
      'img/card.png': IMAGE,
      'refs.bib': BIBLIOGRAPHY,
    };
    const result = await convert(files, 'html');
    expect(result.warnings).toEqual([]);
    expect(textOf(result)).toMatch(/Words of the part[\s\S]*data:image\/png[\s\S]*Keel 1999[\s\S]*Loading Ships/);
  });

  it('sets a text in Typst with what it takes in', async () => {
    const files = {
      'paper.typ':
        '= Start\nAs @keel1999 shows.\n#include "part.typ"\n#image("card.png", width: 2cm)\n#bibliography("refs.bib")',
      'part.typ': 'Words of the part.',
      'card.png': IMAGE,
      'refs.bib': BIBLIOGRAPHY,
    };
    const result = await convert(files, 'pdf');
    expect(result.plan.steps.map(({ codec }) => codec)).toEqual(['typst']);
    expect(checksOf(result)).toMatchObject({ figures: 1 });
  });

  it('shows the images of a page', async () => {
    const files = {
      'index.html': '<h1>Hi</h1><p><img src="./img/card.png?v=2" alt="card"></p>',
      'img/card.png': IMAGE,
    };
    const result = await convert(files, 'pdf');
    expect(result.warnings).toEqual([]);
    expect(checksOf(result)).toMatchObject({ figures: 1 });
  });

  it('asks which text is meant', async () => {
    await expect(convert({ 'one.md': '# One', 'two.md': '# Two' }, 'docx')).rejects.toMatchObject({
      code: 'unsupported_conversion',
      message: expect.stringMatching(/several texts \(one\.md, two\.md\).*Call that one main or index/),
    });
  });

  it('stays an archive for archives, and without a text', async () => {
    expect((await convert(MARKDOWN, 'tar')).plan.from).toBe('zip');
    await expect(convert({ 'a.png': IMAGE }, 'docx')).rejects.toMatchObject({ code: 'unsupported_conversion' });
  });

  it('is planned as its text', async () => {
    const plan = await engine.planFile(zipOf(MARKDOWN), { to: 'docx', fileName: 'papers.zip' });
    expect(plan.steps.map(({ codec, from, to }) => `${codec}: ${from} > ${to}`)).toEqual(['pandoc: md > docx']);
  });
});
