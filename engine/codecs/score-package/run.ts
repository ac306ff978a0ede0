import type { CreateRunner } from '../../contract/codec.ts';
import { packScore, unpackScore } from '../../content/notation/package.ts';
import { readMusic } from '../../content/notation/read.ts';
import { outputNameOf } from '../../formats/output-name.ts';

const createRunner: CreateRunner = () => ({
  convert: ([input], { edge, to }, context) => {
    const source = context.bytes(input!);
    const { score, others } = edge === 'pack' ? { score: source, others: [] } : unpackScore(source, context.limits);
    readMusic(score, 'musicxml', context.limits); // refuses what is no score
    if (others.length > 0) {
      const message = `${others.length} other files of the package are left out, such as ${others[0]!.slice(0, 80)}.`;
      context.warn({ code: 'feature_dropped', message, details: { files: others.length } });
    }
    const bytes = edge === 'pack' ? packScore(score) : score;
    return [{ name: outputNameOf(input!.name, to), format: to, bytes }];
  },
});

export default createRunner;
