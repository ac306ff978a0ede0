import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../../../engine/contract/facts.ts';
import type { Expectation } from '../../../../../engine/contract/report.ts';
import { compareText } from '../../../../../engine/content/document/compare/text.ts';
import { diffDocuments } from '../../../../../engine/content/document/diff.ts';
import { joinText } from '../../../../../engine/content/document/inspect-text.ts';

/** A word of its own for every number: four letters. */
function word(number: number): string {
  return Array.from({ length: 4 }, (_, digit) => 'bcdfghklmnprstvwz'[Math.floor(number / 17 ** digit) % 17]).join('a');
}

/** A paragraph of one sentence a line; every sentence has words that stand nowhere else. */
function paragraph(index: number, sentences = 6): string {
  return Array.from({ length: sentences }, (_, sentence) => {
    const number = index * 40 + sentence * 2;
    return `The ${word(number)} of the old ${word(number + 1)} stands beside the wall under a plain roof.`;
  }).join('\n');
}

const PAGES = Array.from({ length: 12 }, (_, index) => [paragraph(index * 2), paragraph(index * 2 + 1)].join('\n'));

function pdf(pages: readonly string[], asides = ''): Facts {
  return {
    format: 'pdf',
    sizeBytes: 1,
    reader: 'test',
    depth: 'content',
    features: ['text'],
    document: { pages: pages.length, text: joinText({ pages, asides }, 1e9), figures: 0 },
  };
}

function flow(body: string, asides = '', format: 'docx' | 'html' = 'docx'): Facts {
  return {
    format,
    sizeBytes: 1,
    reader: 'test',
    depth: 'content',
    features: ['text'],
    document: { text: joinText({ pages: [body], asides }, 1e9), figures: 0 },
  };
}

const EXPECTATION: Expectation = {
  from: 'pdf',
  to: 'docx',
  kept: ['text'],
  lost: [],
  gone: [],
  operations: [],
  takes: 'all',
  gives: 'one',
  options: {},
};

/** Names of the checks that fail; an empty list when the output is as promised. */
function faults(source: Facts, outputs: Facts | readonly Facts[], expectation: Partial<Expectation> = {}): string[] {
  const list = Array.isArray(outputs) ? (outputs as readonly Facts[]) : [outputs as Facts];
  const checks = compareText(source, list, { ...EXPECTATION, ...expectation });
  expect(checks.length).toBeGreaterThan(0);
  const differences = [...diffDocuments(source, list, { ...EXPECTATION, ...expectation })];
  const refused = differences.filter(({ severity }) => severity === 'refuse').map(({ kind }) => kind);
  return [...new Set([...checks.filter(({ ok }) => !ok).map(({ name }) => name), ...refused])];
}

const source = pdf(PAGES);
const body = PAGES.join('\n');

describe('the text of a PDF in a flowing document', () => {
  it('passes when everything is there', () => {
    expect(faults(source, flow(body))).toEqual([]);
  });

  it('fails when a page is dropped, of a short document and of a long one', () => {
    expect(faults(source, flow(PAGES.toSpliced(4, 1).join('\n')))).toContain('text');
    const book = Array.from({ length: 150 }, (_, index) => paragraph(index, 12));
    expect(faults(pdf(book), flow(book.toSpliced(70, 1).join('\n')))).toEqual(['text coverage']);
  });

  it('finds the words of a page that are there in other pieces beside those that are whole', () => {
    const letters = ['wall roof', 'oven\nk\nl\nm\nn\no'];
    expect(faults(pdf(letters), flow('wall roof oven klmno'))).toEqual([]);
    expect(faults(pdf(PAGES.with(4, letters[1]!)), flow(PAGES.with(4, 'oven').join('\n')))).toEqual(['text coverage']);
  });

  it('passes when a page is there as formulas', () => {
    const output = flow(PAGES.toSpliced(4, 1).join('\n'));
    const formulas = PAGES[4]!;
    expect(faults(source, { ...output, document: { ...output.document!, formulas } })).toEqual([]);
  });

  it('fails when two pages are swapped, neighbours or not', () => {
    const swap = (a: number, b: number): string => PAGES.with(a, PAGES[b]!).with(b, PAGES[a]!).join('\n');
    expect(faults(source, flow(swap(4, 5)))).toEqual(['page order']);
    expect(faults(source, flow(swap(1, 10)))).toEqual(['page order']);
  });

  it('fails when half of the text is gone, all of it is replaced, or nothing is left', () => {
    expect(faults(source, flow(body.slice(0, body.length / 2)))).toEqual(['text']);
    expect(
      faults(source, flow(body.replace(/[a-z]/g, (letter) => String.fromCharCode(219 - letter.charCodeAt(0))))),
    ).toEqual(['text']);
    expect(faults(source, flow(''))).toEqual(['text']);
  });

  it('fails when the lines stand in reverse', () => {
    expect(faults(source, flow(body.split('\n').reverse().join('\n')))).toEqual(['page order', 'text order']);
  });

  it('allows for columns that are read in another order inside their page', () => {
    const columns = PAGES.map((page) => {
      const lines = page.split('\n');
      return [...lines.slice(6), ...lines.slice(0, 6)].join('\n');
    });
    expect(faults(source, flow(columns.join('\n')))).toEqual([]);
  });

  it('takes one copy of running headers, and no page numbers', () => {
    const withHeaders = PAGES.map((page, index) => `Annual review of the coast\n${page}\nPage ${index + 1} of 12`);
    expect(faults(pdf(withHeaders), flow(body, 'Annual review of the coast\nPage of'))).toEqual([]);
  });

  it('joins words that a line end cuts, and ignores ligatures, case, quotes and list markers', () => {
    const printed = pdf([
      '1. The ﬁrst ef-\nfect was “STRANGE” indeed, so every reader of the printed page noticed it.',
    ]);
    expect(
      faults(printed, flow('The first effect was "strange" indeed, so every reader of the printed page noticed it.')),
    ).toEqual([]);
  });

  it('takes numbers of several formats before a line for list markers', () => {
    const items = ['the tower', 'the grate', 'the damper', 'the vessel'];
    const printed = pdf([items.map((item, index) => `1.a.${['i', 'ii', 'iii', 'iv'][index]} ${item}`).join('\n')]);
    expect(faults(printed, flow(items.join('\n')))).toEqual([]);
    expect(faults(printed, flow(items.slice(1).join('\n')))).toEqual(['text']);
  });

  it('does not mind where a reader cuts words, but minds letters that are missing', () => {
    const spaced = pdf([
      'John Doe lives in H a r b o u r Town with Jane Doe and many other people who came later by sea.',
    ]);
    const joined = 'JohnDoe lives in Harbour Town with JaneDoe and many other people who came later by sea.';
    expect(faults(spaced, flow(joined))).toEqual([]);
    expect(faults(spaced, flow(joined.replace('Harbour', '')))).toEqual(['text']);
  });

  it('compares only the pages that were asked for', () => {
    expect(faults(source, flow(PAGES.slice(2, 4).join('\n')), { options: { pages: '3-4' } })).toEqual([]);
    expect(faults(source, flow(PAGES.slice(2, 3).join('\n')), { options: { pages: '3-4' } })).toContain('text');
    expect(faults(source, flow(PAGES[0]!), { takes: 'first' })).toEqual([]);
  });

  it('counts the text of several outputs together', () => {
    const outputs = PAGES.map((page) => flow(page, '', 'html'));
    expect(faults(source, outputs)).toEqual([]);
    expect(faults(source, outputs.slice(1))).toContain('text');
  });

  it('asks of an output that was read in part only what lies in that part', () => {
    const { document, ...rest } = flow(body.slice(0, body.length / 2));
    expect(faults(source, { ...rest, document: { ...document!, excerpt: true } })).toEqual([]);
  });
});

describe('the text of flowing documents', () => {
  const paragraphs = Array.from({ length: 40 }, (_, index) => paragraph(index, 3));
  const original = flow(paragraphs.join('\n'), 'A footnote about tides.\nThe header line');

  it('passes with notes at another place', () => {
    expect(
      faults(original, flow(['The header line', ...paragraphs, '1. A footnote about tides. ↑'].join('\n'), '', 'html')),
    ).toEqual([]);
  });

  it('fails when two paragraphs are swapped', () => {
    const swapped = paragraphs.with(7, paragraphs[30]!).with(30, paragraphs[7]!);
    expect(faults(original, flow(`${swapped.join('\n')}\nA footnote about tides. The header line`))).toEqual([
      'paragraph_order',
    ]);
  });

  it('fails when the words are there but shuffled', () => {
    const words = paragraphs.join('\n').split(/\s/);
    const shuffled = Array.from(words, (_, index) => words[(index * 7919) % words.length]);
    expect(faults(flow(paragraphs.join('\n')), flow(shuffled.join(' ')))).toContain('paragraph_order');
  });

  it('fails when the notes are missing', () => {
    const short = flow(paragraphs.slice(0, 3).join('\n'), 'A footnote about tides that is rather long');
    expect(faults(short, flow(paragraphs.slice(0, 3).join('\n')))).toEqual(['paragraph_missing']);
  });
});

describe('a document that is printed', () => {
  const printed = { from: 'docx', to: 'pdf' } as const;

  it('passes when the first page was read, with a note and a header on it', () => {
    const note = Array.from({ length: 30 }, (_, index) => word(9000 + index)).join(' ');
    const first = { ...pdf([`${PAGES[0]}\n${note}\nPage 1 of 12`]), depth: 'content' } as const;
    const excerpt = { ...first, document: { ...first.document!, pages: 12, excerpt: true } } as const;
    expect(faults(flow(body, note), excerpt, printed)).toEqual([]);
    const other = {
      ...excerpt,
      document: { ...excerpt.document, text: joinText({ pages: [PAGES[5]!], asides: '' }, 1e9) },
    };
    expect(faults(flow(body, note), other, printed)).not.toEqual([]);
  });

  it('gives pages that were asked for, with words of its own alone', () => {
    const expectation = { ...printed, options: { pages: '3' } };
    const foreign = 'JUX QUIZ OXJU ZUQI XOZU JIQU '.repeat(9);
    expect(faults(flow(body), pdf([PAGES[2]!]), expectation)).toEqual([]);
    expect(faults(flow(body), pdf([foreign]), expectation)).toEqual(['text of the pages']);
  });
});

describe('pages of a sheet that were asked for', () => {
  const cells = (text: string, charts = 0): Facts => ({ ...flow(text), sheets: [{ values: 9, parts: { charts } }] });
  const pages = { from: 'xlsx', to: 'pdf', options: { pages: '1' } } as const;
  const rows = 'Item Price\nbolt 1.25\nnut 7.5\nscrew 2.75';

  it('may have dates and times, which the text of cells does not tell, and no other numbers', () => {
    const dated = 'Item Price 2024-01-10 08:30\nbolt 1.25 2024-02-11 9:30 PM\nnut 7.5 1/2/2024\nscrew 2.75';
    expect(faults(cells(rows), pdf([dated]), pages)).toEqual([]);
    expect(faults(cells(rows), pdf([rows.replaceAll(/\d/g, '9')]), pages)).toEqual(['text of the pages']);
  });

  it('may have the numbers of the axes of charts, and words of their own alone', () => {
    const drawn = `${rows}\n0 100 200 300 400 500 600`;
    expect(faults(cells(rows), pdf([drawn]), pages)).toEqual(['text of the pages']);
    expect(faults(cells(rows, 1), pdf([drawn]), pages)).toEqual([]);
    expect(faults(cells(rows, 1), pdf(['JUX QUIZ OXJU ZUQI'.repeat(3)]), pages)).toEqual(['text of the pages']);
  });
});

describe('where there is nothing to compare', () => {
  it('makes no checks', () => {
    const expectation = { ...EXPECTATION, kept: [] };
    expect(compareText(source, [flow('')], expectation)).toEqual([]);
    expect(compareText(pdf(['', '']), [flow('')], EXPECTATION)).toEqual([]);
    expect(compareText(source, [{ ...flow(''), document: undefined }], EXPECTATION)).toEqual([]);
  });

  it('counts every character of scripts without spaces as a word', () => {
    const chinese = pdf(['海边的港口今天关闭因为风太大所有的船都留在岸边等待明天的潮水']);
    expect(faults(chinese, flow('海边的港口今天关闭因为风太大所有的船都留在岸边等待明天的潮水'))).toEqual([]);
    expect(faults(chinese, flow('海边的港口今天关闭'))).toContain('text');
  });
});

it('takes a word that runs from right to left for the same, whichever end it is read from', () => {
  const words = ['\u0634\u0644\u0648\u0645', '\u05e9\u05dc\u05d5\u05dd', '\u0645\u0631\u062d\u0628\u0627'];
  const turned = words.map((word) => [...word].toReversed().join(''));
  expect(faults(pdf([words.join(' ')]), flow(turned.join(' ')))).toEqual([]);
  expect(faults(pdf(['star trap loop']), flow('rats part pool'))).toContain('text');
});
