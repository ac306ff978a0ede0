import { formatOf, type FormatId } from '../formats/index.ts';
import type { OptionValues } from '../formats/options.ts';
import { detectFormat } from './detect.ts';
import { share } from '../io/input.ts';
import type { BytesArtifact, Artifact } from '../contract/artifact.ts';
import { decodeText } from '../io/text-encoding.ts';
import { nameWithExtension } from './file-name.ts';
import type { Job } from './job.ts';
import { runSteps } from './run-steps.ts';
import { citedSources } from '../content/document/markup/cited-sources.ts';
import type { PlannedStep } from '../planner/plan.ts';

/**
 * Whether a ZIP stands for the text in it: what it is to become is neither an archive nor what it could become by
 * itself. Its conversion cannot be planned before it is opened.
 */
export function standsForText(from: FormatId, to: FormatId): boolean {
  return from === 'zip' && formatOf(to).family !== 'archive';
}

/** Not an edge of the graph: what comes out may be of any format. */
const READING: PlannedStep = {
  codec: 'zip',
  lane: 'light',
  edge: 'text',
  from: 'zip',
  to: 'zip',
  options: {},
  operation: 'extract',
  takes: 'one',
  gives: 'one',
  ms: 10,
  memoryMB: 80,
  cpuSlots: 1,
};

/** A text with what lies beside it, and the options that its sources and their style are given by. */
interface ArchivedText {
  readonly source: Artifact;
  readonly options: OptionValues;
}

/**
 * The text that a ZIP is about (which one that is, `findTextFolder` says) with the files beside it: images and parts
 * that the text names are found there, and the bibliography and the style that it cites by where the caller gives none.
 * Nothing for a ZIP without a text.
 */
export async function openArchivedText(
  job: Job,
  archive: Artifact,
  to: FormatId,
  given: OptionValues,
): Promise<ArchivedText | undefined> {
  const {
    artifacts: [found],
  } = await runSteps(job, [archive], [READING]);
  if (!found || !('bytes' in found) || !found.beside) return undefined;
  const bytes = share(found.bytes);
  const { format } = await detectFormat(job.engine, { bytes, fileName: found.name }, job.scope);
  const beside = new Map(Array.from(found.beside, ([path, bytes]) => [path, share(bytes)]));
  const source: BytesArtifact = {
    name: nameWithExtension(found.name, format),
    format,
    bytes,
    beside,
  };
  const cited = citedSources(decodeText(found.bytes).text, { format, to }, beside);
  return { source, options: { ...cited, ...given } };
}
