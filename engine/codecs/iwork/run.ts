import type { CreateRunner, Step, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { writeOpenDocument } from '../../content/document/opendocument/write.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { Losses } from '../../content/document/iwork/losses.ts';
import { readIWork } from '../../content/document/iwork/read.ts';

const createRunner: CreateRunner = () => ({ convert: ([input], step, context) => [convert(input!, step, context)] });

export default createRunner;

/** What a document must be for what it becomes. */
const KINDS = { odt: 'text', odp: 'presentation' } as const;

function convert(input: Artifact, { to }: Step, context: RunContext): Artifact {
  const { limits, signal } = context;
  const losses = new Losses();
  const document = readIWork(context.bytes(input), { limits, signal, lost: losses.add });
  if (document.kind !== KINDS[to as keyof typeof KINDS]) {
    throw new ConversionError({
      code: 'source_format_mismatch',
      message: 'The file is of another program of iWork than its format says. Send it without its source format.',
    });
  }
  signal.throwIfAborted();
  losses.report(context);
  return { name: outputNameOf(input.name, to), format: to, bytes: writeOpenDocument(document) };
}
