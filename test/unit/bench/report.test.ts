import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { Before } from '../../../bench/before.ts';
import { formatMs, formatRatio, summariseRatios } from '../../../bench/report/format.ts';
import { renderHtml } from '../../../bench/report/html.ts';
import { renderMarkdown } from '../../../bench/report/markdown.ts';
import { jobsChart, latencyChart, ratioChart } from '../../../bench/report/svg.ts';
import { alignTable, renderBaselineComparison, renderTable } from '../../../bench/report/table.ts';
import { benchResults, comparison, load, suiteResults } from './sample-results.ts';

const comparisons = [
  comparison('png → webp', { user: 0.5, wall: 0.25 }),
  comparison('wav → mp3', { user: 2, wall: 1 }),
];
const loads = [load('athanor', { jobsPerSecond: 20 }), load('cwebp', { jobsPerSecond: 10 })];
const results = benchResults([
  suiteResults('convert', {
    comparisons,
    skipped: [{ work: 'pdf → <docx>', reason: 'LibreOffice & co. are not installed' }],
  }),
  suiteResults('throughput', { loads }),
  suiteResults('start', { figures: [{ name: 'import of the engine', value: 427, unit: 'ms', target: 150 }] }),
]);

describe('numbers', () => {
  it('have three digits and their unit', () => {
    expect(formatMs(0.012345)).toBe('0.0123 ms');
    expect(formatMs(98.76)).toBe('98.8 ms');
    expect(formatMs(12_345.6)).toBe('12,346 ms');
    expect(formatRatio(1.2345)).toBe('1.23×');
    expect(formatRatio(Infinity)).toBe('–×');
  });

  it('are summarised by their geometric mean, without the yardstick', () => {
    const [peer] = comparisons[0]!.peers;
    const yardstick = comparison('plan', { user: 1000, wall: 1000 }, { peers: [{ ...peer!, name: 'yardstick' }] });
    expect(summariseRatios([...comparisons, yardstick])).toEqual([
      'Geometric mean of 2 ratios, warm: user CPU 1×, wall time 0.5×.',
    ]);
  });
});

describe('the table', () => {
  it('aligns text to the left and numbers to the right', () => {
    const table = alignTable(
      ['work', 'ms'],
      [
        ['png', '5 ms'],
        ['a longer one', '1,200 ms'],
      ],
    );
    expect(table.split('\n')).toEqual(['work                ms', 'png               5 ms', 'a longer one  1,200 ms']);
  });

  it('names machine, date, medians, ratios, loads, figures and what was not measured', () => {
    const text = renderTable(results);
    for (const part of [
      'A processor, 2 cores, 8 GB, Linux 6.1, Node v24.0.0, load 0.5, 2026-11-21 12:40 UTC',
      'cwebp 1.2.4',
      '0.25×',
      '20',
      'target ≤ 150 ms',
      'not measured: pdf → <docx>: LibreOffice & co. are not installed',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('sets the part of the codec, the target and the worth of the results beside a benchmark', () => {
    const [peer] = comparisons[0]!.peers;
    const { ours } = comparisons[0]!;
    const contested = comparison(
      'png → jpg',
      { user: 0.5, wall: 0.25 },
      {
        codec: { userMs: { ...ours.userMs, median: 20 }, wallMs: ours.wallMs },
        quality: { bytes: 17_100, ssim: 0.955 },
        peers: [
          { ...peer!, target: 1 / 3, quality: { bytes: 16_300 } },
          { ...peer!, name: 'other', target: 0.6 },
        ],
      },
    );
    const text = renderTable(benchResults([suiteResults('image', { comparisons: [contested] })]));
    expect(text).toMatch(/0\.5× +≤ 0\.333× missed +0\.2× .*17\.1 kB, SSIM 0\.9550 +16\.3 kB/);
    expect(text).toMatch(/other .* ≤ 0\.6× reached/);
  });

  it('says what moved since the baseline, or that nothing did', () => {
    const moved = [{ ratio: 'convert: a', baseline: 1, found: [1.2, 1.3, 1.4], direction: 'slower' as const }];
    const text = renderBaselineComparison({ moved, missing: ['start: b'], compared: 7 });
    expect(text).toContain('1 of 7 ratios moved by more than 15 % in all of 3 repeats');
    expect(text).toMatch(/slower +convert: a +1× +1\.2× 1\.3× 1\.4×/);
    expect(text).toContain('not measured now: start: b');
    expect(renderBaselineComparison({ moved: [], missing: [], compared: 7 })).toMatch(/^None of 7 ratios moved/);
  });
});

describe('the charts', () => {
  it('draw a bar to the left of the line for less than 1×, and to the right for more', () => {
    const rects = barsOf(ratioChart(comparisons));
    const line = Number(/class="equal" x1="([\d.]+)"/.exec(ratioChart(comparisons))?.[1]);
    expect(rects).toHaveLength(4);
    const [user, wall, slower, equal] = rects;
    expect(user!.x + user!.width).toBeCloseTo(line, 0);
    expect(slower!.x).toBeCloseTo(line, 0);
    expect(user!.width).toBeCloseTo(slower!.width, 0); // half and double are as far from 1
    expect(wall!.width).toBeCloseTo(2 * user!.width, 0);
    expect(equal!.width).toBe(1);
  });

  it('draw jobs a second in proportion', () => {
    const [ours, theirs] = barsOf(jobsChart(loads));
    expect(ours!.width).toBeCloseTo(2 * theirs!.width, 0);
  });

  it('leave out loads that finished nothing, and draw nothing of nothing', () => {
    const stuck = load('athanor', { done: 0, latencyMs: { p50: Number.NaN, p95: Number.NaN, p99: Number.NaN } });
    expect(latencyChart([stuck])).toBe('');
    expect(latencyChart([stuck, ...loads])).not.toContain('NaN');
    expect(ratioChart([])).toBe('');
  });

  it.each([
    [0.0001, 0.9],
    [0.99, 1.01],
    [1, 1],
    [0.3, 8_000],
  ])('keep every bar and label inside for ratios from %d to %d', (user, wall) => {
    const chart = ratioChart([comparison('png → webp', { user, wall })]);
    for (const { x, width } of barsOf(chart)) {
      expect(x).toBeGreaterThanOrEqual(330);
      expect(x + width).toBeLessThanOrEqual(900);
    }
    expect(chart).not.toMatch(/NaN|Infinity/);
  });
});

describe('the page', () => {
  const page = renderHtml(results);

  it('is well formed and needs nothing from elsewhere', () => {
    const body = page
      .replace('<!doctype html>', '')
      .replace(/<meta [^>]*>/g, '')
      .replaceAll('<br>', '<br/>');
    expect(XMLValidator.validate(body)).toBe(true);
    expect(page).not.toMatch(/<script|<link|<img|src=|href=|url\(|@import|https?:/i);
  });

  it('escapes what it was given', () => {
    expect(page).toContain('pdf → &#60;docx&#62;');
    expect(page).not.toContain('<docx>');
  });

  it('has a drawing that is named for every chart, in colours of light and dark', () => {
    expect(page.match(/<svg [^>]*role="img" aria-label="[^"]+"/g)).toHaveLength(3);
    expect(page).toContain('prefers-color-scheme: dark');
  });

  it('marks a missed target in words, not only in colour', () => {
    expect(page).toContain('427 ms (missed)');
  });
});

function barsOf(chart: string): { x: number; width: number }[] {
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', parseAttributeValue: true });
  const { svg } = parser.parse(chart) as { svg: { rect: { x: number; width: number }[] } };
  return svg.rect;
}

describe('the report of the repository', () => {
  const page = renderMarkdown(results);

  it('has the machine, every ratio and figure, and what was not measured', () => {
    expect(page).toContain(results.machine.cpu);
    expect(page).toContain('| import of the engine | 427 ms | ≤ 150 ms |');
    expect(page).toContain('* Not measured: pdf → <docx>: LibreOffice & co. are not installed');
    expect(page).toMatch(/\| png → webp, warm \|.*\| 0\.5× \| 0\.25× \|/);
  });

  it('names what is slower, with a reason, and nothing that is not', () => {
    const slower = page.slice(page.indexOf('## What is slower'));
    expect(slower).toMatch(/\| convert \| wav → mp3, warm \| [^|]+ \| 2× \| [^|]{10,} \|/);
    expect(slower).not.toContain('png → webp');
  });

  it('counts the right results of several files, where they were counted', () => {
    const right = (count: number) => ({ quality: { bytes: 1, right: { of: 10, count } } });
    const counted = comparison('csv → json', { user: 1, wall: 1 }, right(9));
    const peers = counted.peers.map((peer) => ({ ...peer, ...right(7) }));
    const markdown = renderMarkdown(benchResults([suiteResults('wanted', { comparisons: [{ ...counted, peers }] })]));
    expect(markdown).toMatch(/ target \| right, ours \| right, theirs \|$/m);
    expect(markdown).toMatch(/ \| 9 of 10 \| 7 of 10 \|$/m);
  });

  it('has as many cells in each row as its table has columns', () => {
    const tables = page.split('\n\n').filter((part) => part.startsWith('|'));
    expect(tables.length).toBeGreaterThan(3);
    for (const table of tables) {
      const counts = table
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/(?<!\\)\|/).length);
      expect(new Set(counts).size, table).toBe(1);
    }
  });
});

describe('results of an earlier state', () => {
  const earlier = benchResults([
    suiteResults('convert', { comparisons: [comparison('png → webp', { user: 2, wall: 1 })] }),
    suiteResults('start', { figures: [{ name: 'import of the engine', value: 1700, unit: 'ms' }] }),
  ]);
  const before = new Before(earlier);

  it('stand beside those of now, and a dash where there are none', () => {
    const page = renderMarkdown(results, before);
    expect(page).toMatch(/\| png → webp, warm \|.*\| 0\.5× \| 0\.25× \| 2× \/ 1× \| – \|/);
    expect(page).toMatch(/\| wav → mp3, warm \|.*\| 2× \| 1× \| – \| – \|/);
    expect(page).toContain('| import of the engine | 427 ms | 1,700 ms | ≤ 150 ms |');
    const html = renderHtml(results, { before });
    expect(html).toContain('<td class="number better">0.25×</td><td class="number worse">2×</td>');
    expect(html).toContain('<td class="number worse">427 ms (missed)</td><td class="number">1,700 ms</td>');
  });

  it('are found for figures whatever these are made of, which every report shows', () => {
    const figure = (module: number) => ({
      name: 'start of vips',
      parts: { module, glue: 2 },
      value: module + 2,
      unit: 'ms',
    });
    const start = (module: number) => benchResults([suiteResults('start', { figures: [figure(module)] })]);
    const page = renderMarkdown(start(84), new Before(start(90)));
    expect(page).toContain('| start of vips: module 84 + glue 2 | 86 ms | 92 ms | – |');
    expect(renderHtml(start(84))).toContain('<td>start of vips: module 84 + glue 2</td>');
    expect(renderTable(start(84))).toContain('start of vips: module 84 + glue 2  86 ms');
  });

  it('are summed up by suite, over what was measured both times alone', () => {
    expect(before.changes(results.suites)).toEqual([
      {
        suite: 'convert',
        phase: 'warm',
        count: 1,
        before: { user: 2, wall: 1 },
        now: { user: expect.closeTo(0.5) as number, wall: expect.closeTo(0.25) as number },
        target: { user: 0.8, wall: 0.6 },
      },
    ]);
    expect(renderMarkdown(results, before)).toContain('| convert, warm | 1 | 2× → 0.5× | 1× → 0.25× | ≤ 0.8× / 0.6× |');
  });

  it('are summed up over all suites where there are several', () => {
    const both = ['image', 'media'] as const;
    const state = (user: number) =>
      both.map((suite) => suiteResults(suite, { comparisons: [comparison('a', { user, wall: 1 })] }));
    const changes = new Before(benchResults(state(4))).changes(state(1));
    expect(changes.map(({ suite, count }) => [suite, count])).toEqual([
      ['image', 1],
      ['media', 1],
      ['all', 2],
    ]);
    expect(changes[2]).toMatchObject({ before: { user: expect.closeTo(4) }, now: { user: expect.closeTo(1) } });
  });
});
