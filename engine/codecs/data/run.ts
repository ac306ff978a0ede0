import type { CreateRunner, Hop, RunContext } from '../../codec.ts';
import type { Artifact } from '../../io/artifact.ts';
import { readData } from '../../models/data/read-data.ts';
import { writeData } from '../../models/data/write-data.ts';

const createRunner: CreateRunner = () => ({
  convert: ([input], hop, context) => convert(input!, hop, context),
});

export default createRunner;

async function convert(input: Artifact, { from, to, options }: Hop, context: RunContext): Promise<Artifact[]> {
  const source = await readData(context.bytes(input), from, { context });
  return writeData(source, { name: input.name, to, options, context });
}
