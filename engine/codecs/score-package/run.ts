import type { CreateRunner } from '../../contract/codec.ts';
import { packScore, unpackScore } from '../../content/notation/package.ts';
import { readMusic } from '../../content/notation/read.ts';
import { outputNameOf } from '../../formats/output-name.ts';

const createRunner: CreateRunner = () => ({
  convert: ([input], { edge, from, to }, context) => {
    const source = context.bytes(input!);
    readMusic(source, from, context.limits); // refuses what is no score
    const name = outputNameOf(input!.name, to);
    if (edge === 'pack') return [{ name, format: to, bytes: packScore(source) }];
    const { score, others } = unpackScore(source, context.limits);
    if (others.length > 0) {
      const message = `${others.length} other files of the package are left out, such as ${others[0]!.slice(0, 80)}.`;
      context.warn({ code: 'feature_dropped', message, details: { files: others.length } });
    }
    return [{ name, format: to, bytes: score }];
  },
});

export default createRunner;
