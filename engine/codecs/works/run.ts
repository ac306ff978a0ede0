import type { CreateRunner, Step, RunContext } from '../../contract/codec.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { writeOpenDocument } from '../../content/document/opendocument/write.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { readWorks } from '../../content/document/works/read.ts';

const createRunner: CreateRunner = () => ({ convert: ([input], step, context) => [convert(input!, step, context)] });

export default createRunner;

function convert(input: Artifact, { to }: Step, context: RunContext): Artifact {
  const document = readWorks(context.bytes(input));
  context.signal.throwIfAborted();
  return { name: outputNameOf(input.name, to), format: to, bytes: writeOpenDocument(document) };
}
