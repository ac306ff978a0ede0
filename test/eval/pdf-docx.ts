import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createEngine, type Engine } from '../../engine/index.ts';
import {
  type EvaluatedDocument,
  hasJudge,
  JUDGE,
  listedDocuments,
  roundTripDocuments,
  tableDocuments,
} from './documents.ts';
import { judgeDocument, type Judgement } from './judge.ts';
import { type ListName, MEASURES, reportOf } from './report.ts';

const HELP = `Converts PDFs to Word documents, has them judged, and prints the means beside what is aimed at.

  npm run eval:pdf-docx                     the lists ${Object.keys(MEASURES).join(', ')}
  npm run eval:pdf-docx -- list tables      some of them
  npm run eval:pdf-docx -- --match tagged   documents whose path has this word
  npm run eval:pdf-docx -- list --from file another list of PDFs (paths, absolute or within the corpora), or
                                            with round-trip of Word documents; drawn.tsv says of which packages
                                            those come that were drawn by lot
  npm run eval:pdf-docx -- --work folder    where results are kept: one that has not changed is not judged again
  npm run eval:pdf-docx -- --lanes 2        documents that are judged at the same time
  npm run eval:pdf-docx -- --no-visual      quick: nothing is printed, layout is not measured
`;

/** Speed is not what is measured here. */
const DEADLINE_MS = 120_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    match: { type: 'string', default: '' },
    from: { type: 'string' },
    work: { type: 'string', default: join(tmpdir(), 'athanor-eval-pdf-docx') },
    lanes: { type: 'string', default: '2' },
    visual: { type: 'boolean', default: true },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else if (!hasJudge()) {
  process.stderr.write(`The judge is not there: ${JUDGE}\n`);
  process.exitCode = 2;
} else await evaluate(resolve(values.work));

async function evaluate(work: string): Promise<void> {
  await mkdir(work, { recursive: true });
  await using engine = createEngine({ limits: { deadlineMs: DEADLINE_MS } });
  for (const list of Object.keys(MEASURES) as ListName[]) {
    if (positionals.length > 0 && !positionals.includes(list)) continue;
    const documents = (await documentsOf(list, work)).filter(({ name }) => name.includes(values.match));
    const judgements = await judgeAll(engine, documents, { work, visual: values.visual && list === 'list' });
    await writeFile(join(work, `${list}.json`), JSON.stringify(judgements, null, 1));
    process.stdout.write(`${reportOf(list, judgements, values.match === '' && values.from === undefined)}\n`);
  }
}

function documentsOf(list: ListName, work: string): Promise<EvaluatedDocument[]> {
  if (list === 'tables') return tableDocuments(work);
  return list === 'list' ? listedDocuments(values.from) : roundTripDocuments(work, values.from);
}

interface Settings {
  readonly work: string;
  readonly visual: boolean;
}

async function judgeAll(
  engine: Engine,
  documents: readonly EvaluatedDocument[],
  { work, visual }: Settings,
): Promise<Judgement[]> {
  const judgements: Judgement[] = [];
  const waiting = documents.entries();
  const runLane = async (lane: number): Promise<void> => {
    for (const [index, document] of waiting) {
      const judgement = await judgeDocument(engine, document, { work, lane, visual });
      judgements[index] = judgement;
      process.stderr.write(`${judgement.score.toFixed(1).padStart(5)} ${document.name} ${judgement.error ?? ''}\n`);
    }
  };
  await Promise.all(Array.from({ length: Number(values.lanes) }, (_, lane) => runLane(lane)));
  return judgements;
}
