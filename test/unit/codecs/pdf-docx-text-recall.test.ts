import { describe, expect, it } from 'vitest';
import { layOutDocument, segmentPage } from '../../../engine/codecs/pdf-docx/layout/document-layout.ts';
import type { FontFace, Glyph, Rule } from '../../../engine/content/pages/model.ts';
import { findLostText } from '../../../engine/codecs/pdf-docx/text-recall.ts';
import { writeZip } from '../../../engine/io/zip.ts';
import { line, pageOf as pageModelOf } from '../../support/page-models.ts';

const FACE: FontFace = { name: 'Helvetica', bold: false, italic: false, monospace: false, serif: false };

/** Pages that show the line, in cells of 10 points. */
function pageOf(text: string, number = 1) {
  const glyphs = Array.from(text, (character, index): Glyph => {
    const x = 72 + index * 6;
    const box = { x0: x, x1: x + 6, y0: 392, y1: 402 };
    const look = { size: 10, stretch: 1, rotation: 0, font: FACE, color: '#000000' };
    return { text: character, ...box, ...look, originX: x, baseline: 400, advance: 6, order: index };
  });
  const drawn = { glyphs, rules: [], fills: [], images: [], links: [], vectorCount: 0 };
  return segmentPage({ width: 612, height: 792, number, ...drawn });
}

function lostBetween(shown: string, xml: string, notes?: string): number {
  const pages = [pageOf(shown)];
  const parts = {
    'word/document.xml': xml,
    ...(notes && { 'word/footnotes.xml': notes }),
    'word/styles.xml': '<w:t>abc</w:t>',
  };
  return findLostText(pages, layOutDocument(pages), packed(parts)).share;
}

const packed = (parts: Readonly<Record<string, string>>) =>
  writeZip(Object.entries(parts).map(([name, text]) => ({ name, bytes: Buffer.from(text) })));

describe('the text that a Word document lacks', () => {
  it('is none where all letters and digits are there, in whatever order, and in notes as well', () => {
    expect(lostBetween('Ab 12, ä', '<w:t>Ab</w:t><w:t xml:space="preserve"> ä </w:t>', '<w:t>21</w:t>')).toBe(0);
  });

  it('is the share of letters and digits that are missing', () => {
    expect(lostBetween('aab1', '<w:t>a1</w:t>')).toBe(0.5);
    expect(lostBetween('abcd', '<w:p>abcd</w:p>')).toBe(1);
  });

  it('is not the marks of notes, which Word counts itself', () => {
    const separator: Rule = { axis: 'h', position: 700, start: 72, end: 180, width: 0.5, color: '#000000' };
    const text = [line(72, 84, 'Kiln', { size: 11 }), line(94, 80, '1', { size: 6 })];
    const note = [line(72, 706, '1', { size: 6 }), line(76, 710, 'Old')];
    const pages = [segmentPage(pageModelOf([...text, ...note], [separator]))];
    const parts = { 'word/document.xml': '<w:t>Kiln</w:t>', 'word/footnotes.xml': '<w:t>Old</w:t>' };
    expect(findLostText(pages, layOutDocument(pages), packed(parts)).share).toBe(0);
  });

  it('counts letters beyond the common ones, whole where they are written as two units', () => {
    expect(lostBetween('漢字', '<w:t>漢</w:t>')).toBe(0.5);
    expect(lostBetween('𐐀𐐁', '<w:t>𐐁</w:t>')).toBe(0.5);
  });

  it('finds letters in equations as well', () => {
    expect(lostBetween('x = a', '<m:t>x=</m:t><m:t xml:space="preserve">a</m:t>')).toBe(0);
  });

  it('reads no name of an entity as text, and asks for no symbols', () => {
    expect(lostBetween('a&b ...', '<w:t>a&amp;b</w:t>')).toBe(0);
    expect(lostBetween('amp', '<w:t>&amp;</w:t>')).toBe(1);
  });

  it('is named by its words and their pages, however little it is', () => {
    const pages = [pageOf('one two 17 three'), pageOf('two 4711', 2)];
    const found = '<w:p><w:t>one t</w:t><w:t>wo</w:t></w:p><w:p><w:t>three</w:t><w:tab/><w:t>two</w:t></w:p>';
    const { words } = findLostText(pages, layOutDocument(pages), packed({ 'word/document.xml': found }));
    expect(words).toEqual([
      { text: '17', page: 1 },
      { text: '4711', page: 2 },
    ]);
  });
});
