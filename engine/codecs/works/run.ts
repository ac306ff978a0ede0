import type { CreateRunner, Step, RunContext } from '../../contract/codec.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { writeOpenDocument } from '../../content/document/opendocument/write.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { openWorks } from '../../content/document/works/document.ts';
import { readChunks } from '../../content/document/works/chunks.ts';
import { readPages } from '../../content/document/works/pages.ts';

const createRunner: CreateRunner = () => ({ convert: ([input], step, context) => [convert(input!, step, context)] });

export default createRunner;

function convert(input: Artifact, { to }: Step, context: RunContext): Artifact {
  const { layout, bytes } = openWorks(context.bytes(input));
  context.signal.throwIfAborted();
  const document = layout === 'chunks' ? readChunks(bytes) : readPages(bytes);
  return { name: outputNameOf(input.name, to), format: to, bytes: writeOpenDocument(document) };
}
