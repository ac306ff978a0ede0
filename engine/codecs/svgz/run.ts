import { gzipSync } from 'node:zlib';
import type { CreateRunner } from '../../contract/codec.ts';
import { expandedBytes, textOf } from '../../content/drawing/source.ts';
import { surveyDrawing } from '../../content/drawing/survey.ts';
import { outputNameOf } from '../../formats/output-name.ts';

const createRunner: CreateRunner = () => ({
  convert: ([input], { edge, to }, context) => {
    const content = expandedBytes(context.bytes(input!), context.limits);
    surveyDrawing(textOf(content), context.limits); // refuses what is no drawing
    const bytes = edge === 'compress' ? new Uint8Array(gzipSync(content, { level: 9 })) : content;
    return [{ name: outputNameOf(input!.name, to), format: to, bytes }];
  },
});

export default createRunner;
