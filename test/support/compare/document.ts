import type { DocumentFacts } from '../../../engine/contract/facts.ts';
import { comparePngs } from './image.ts';
import { atLeast, near, same, type CompareFiles, type Finding, type Pair } from './finding.ts';
import { textSimilarity } from './text-similarity.ts';
import type { CodecBench } from '../codec-bench.ts';

const COUNTS = ['figures', 'links', 'tables', 'headings'] as const;

/**
 * Documents: text, outline and counts as another reader finds them, and of a PDF the look of its first page.
 * Tolerances: `similarity` of the text, `pages`, `counts` (difference allowed in each), `ssim` of the page.
 */
export const compareDocuments: CompareFiles = async (
  pair,
  { similarity = 0.98, pages = 0, counts = 0, ...look },
  bench,
) => {
  const golden = await documentOf(pair, pair.golden, bench);
  const found = await documentOf(pair, pair.found, bench);
  return [
    atLeast('text similarity', similarity, textSimilarity(golden.text, found.text)),
    ...(golden.pages === undefined ? [] : [near('pages', golden.pages, found.pages ?? 0, pages)]),
    ...COUNTS.flatMap((name) =>
      golden[name] === undefined ? [] : [near(name, golden[name], found[name] ?? 0, counts)],
    ),
    ...(pair.format === 'pdf' ? await compareFirstPages(pair, look, bench) : []),
  ];
};

async function documentOf({ format, writer }: Pair, bytes: Uint8Array, bench: CodecBench): Promise<DocumentFacts> {
  const artifact = { name: `result.${format}`, format, bytes };
  const facts = (await bench.inspect(artifact, { except: [writer] })) ?? (await bench.inspect(artifact));
  if (!facts?.document) throw new Error(`No reader finds a document in ${format}.`);
  return facts.document;
}

/** Fonts are rendered alike everywhere here: the pages may differ by what rounding does to their edges. */
const PAGE_SSIM = 0.97;

async function compareFirstPages(
  { golden, found }: Pair,
  tolerance: Readonly<Record<string, number>>,
  bench: CodecBench,
): Promise<Finding[]> {
  const image = async (bytes: Uint8Array): Promise<Uint8Array | undefined> => {
    const step = {
      codec: 'pdfium',
      edge: pageEdge(bench),
      from: 'pdf',
      to: 'png',
      options: { pages: '1', dpi: 72 },
    } as const;
    const input = { name: 'result.pdf', format: 'pdf', bytes } as const;
    const { artifacts } = await bench.convert([input], step);
    const [first] = artifacts;
    return first && 'bytes' in first ? first.bytes : undefined;
  };
  const [before, after] = [await image(golden), await image(found)];
  if (!before || !after) return [same('first page', 'rendered', 'missing')];
  const findings = comparePngs(before, after, { ssim: PAGE_SSIM, ...tolerance });
  return findings.map((finding) => ({ ...finding, name: `first page: ${finding.name}` }));
}

function pageEdge({ registry }: CodecBench): string {
  const edge = registry.codec('pdfium').edges.find(({ from, to }) => from.includes('pdf') && to.includes('png'));
  if (!edge) throw new Error('pdfium has no edge from PDF to PNG.');
  return edge.name;
}
