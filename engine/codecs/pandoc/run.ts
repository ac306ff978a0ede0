import { randomUUID } from 'node:crypto';
import type { CreateRunner, Hop, RunContext } from '../../codec.ts';
import type { Artifact } from '../../io/artifact.ts';
import { outputNameOf } from '../../models/output-name.ts';
import { readerOf, writerOf } from './dialects.ts';
import { failureOf } from './failure.ts';
import { writeFilter } from './filter.ts';
import { PandocLoader } from './instance.ts';
import { reportMessages } from './messages.ts';
import { picturesOf } from './pictures.ts';
import { sourceOf } from './source.ts';

const createRunner: CreateRunner = ({ modules }) => {
  const loader = new PandocLoader(modules['pandoc']!);
  return { convert: ([input], hop, context) => [convert(loader, input!, hop, context)] };
};

export default createRunner;

function convert(loader: PandocLoader, input: Artifact, hop: Hop, context: RunContext): Artifact {
  const stem = input.name.replace(/\.[^.]*$/, '');
  const pictures = picturesOf(hop.to, stem);
  const source = sourceOf(input, hop, context);
  // A name that no input can guess: a text that includes itself would never end.
  const id = randomUUID();
  const names = { input: `${id}.input`, output: `${id}.output`, filter: `${id}.lua` };
  const filter = writeFilter({ pictures: pictures.prefix, raw: hop.to === 'latex' ? 'tex' : 'none', title: stem });
  const result = loader.start().convert(
    {
      from: readerOf(hop.from),
      to: writerOf(hop.to),
      standalone: true,
      'input-files': [names.input],
      'output-file': names.output,
      filters: [names.filter],
      'html-math-method': { method: 'mathml' },
      'epub-title-page': false,
    },
    new Map([
      [names.input, source],
      [names.filter, new TextEncoder().encode(filter)],
    ]),
  );
  context.signal.throwIfAborted();
  const output = result.files.get(names.output);
  if (result.error !== '' || output === undefined) throw failureOf(result, hop);
  reportMessages(result.messages, context);
  const name = outputNameOf(input.name, hop.to);
  return { name, format: hop.to, ...pictures.place(output, result.files) };
}
