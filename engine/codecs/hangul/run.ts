import type { CreateRunner, RunContext, Step } from '../../contract/codec.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { HangulLosses } from '../../content/document/hangul/losses.ts';
import { readHangul } from '../../content/document/hangul/read.ts';
import { writeOpenDocument } from '../../content/document/opendocument/write.ts';
import { outputNameOf } from '../../formats/output-name.ts';

const createRunner: CreateRunner = () => ({ convert: ([input], step, context) => [convert(input!, step, context)] });

export default createRunner;

function convert(input: Artifact, { to }: Step, context: RunContext): Artifact {
  const losses = new HangulLosses();
  const document = readHangul(context.bytes(input), input.format, context.limits, losses);
  context.signal.throwIfAborted();
  losses.report(context);
  return { name: outputNameOf(input.name, to), format: to, bytes: writeOpenDocument(document) };
}
