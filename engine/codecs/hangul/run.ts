import type { CreateRunner, RunContext, Step } from '../../contract/codec.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { readHwp } from '../../content/document/hangul/hwp.ts';
import { readHwpx } from '../../content/document/hangul/hwpx.ts';
import { HangulLosses } from '../../content/document/hangul/losses.ts';
import { writeOpenDocument } from '../../content/document/opendocument/write.ts';
import { outputNameOf } from '../../formats/output-name.ts';

const createRunner: CreateRunner = () => ({ convert: ([input], step, context) => [convert(input!, step, context)] });

export default createRunner;

function convert(input: Artifact, { to }: Step, context: RunContext): Artifact {
  const losses = new HangulLosses();
  const read = input.format === 'hwpx' ? readHwpx : readHwp;
  const document = read(context.bytes(input), context.limits, losses);
  context.signal.throwIfAborted();
  losses.report(context);
  return { name: outputNameOf(input.name, to), format: to, bytes: writeOpenDocument(document) };
}
