import { parentPort, workerData } from 'node:worker_threads';
import type { Codec } from '../../engine/contract/codec.ts';
import officeXml from '../../engine/codecs/office-xml/codec.ts';
import sheetjs from '../../engine/codecs/sheetjs/codec.ts';
import type { FormatId } from '../../engine/formats/index.ts';
import type { Facts } from '../../engine/contract/facts.ts';
import { startRunner } from './runner.ts';

/** What a thread with a bounded heap is to do: a sheet is converted, and what was written is read again. */
export interface HeapTask {
  readonly input: Uint8Array;
  readonly from: FormatId;
  readonly to: FormatId;
  readonly edge: string;
}

export interface HeapAnswer {
  readonly output: Uint8Array;
  readonly facts: Facts;
}

const { input, from, to, edge } = workerData as HeapTask;
await using writer = await startRunner(sheetjs as Codec);
await using reader = await startRunner(officeXml as Codec);
const [output] = await writer.convert(input, from, to, edge);
const facts = await reader.inspect(output!, to, 'full');
parentPort!.postMessage({ output: output!, facts } satisfies HeapAnswer);
