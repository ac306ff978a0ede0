import type { CreateRunner } from '../../codec.ts';
import { inspectDocx } from './docx.ts';

const createRunner: CreateRunner = () => ({
  inspect: (artifact, request, context) => inspectDocx(context.bytes(artifact), request, context),
});

export default createRunner;
