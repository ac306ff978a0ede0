import { initSync } from '@jsquash/oxipng/codec/pkg/squoosh_oxipng.js';
import type { CreateRunner } from '../../contract/codec.ts';
import { optimiseJpeg } from './jpeg.ts';
import { optimisePng } from './png.ts';

const createRunner: CreateRunner = ({ modules }) => {
  initSync(modules['oxipng']!);
  return {
    convert: (inputs, { to, options }, context) =>
      inputs.map((input) => {
        const optimise = to === 'jpg' ? optimiseJpeg : optimisePng;
        return { name: input.name, format: to, bytes: optimise(context.bytes(input), options, context) };
      }),
  };
};

export default createRunner;
