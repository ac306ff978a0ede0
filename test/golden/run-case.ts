import { readFile } from 'node:fs/promises';
import type { Case } from '../../corpus/case.ts';
import { sourcePath } from '../../corpus/cases.ts';
import { documentsOf } from '../../engine/contract/artifact.ts';
import type { BytesArtifact } from '../../engine/contract/artifact.ts';
import { bytesOf, type CodecBench } from '../support/codec-bench.ts';
import { same, type Finding } from '../support/compare/finding.ts';
import { COMPARATORS } from '../support/compare/index.ts';

/** Runs the step that a case names in the engine's own sealed worker, and gives back what it wrote. */
export async function runCase(
  { codec, edge, from, to, source, besides = [], options = {} }: Case,
  bench: CodecBench,
): Promise<Uint8Array[]> {
  const inputs: BytesArtifact[] = [];
  for (const name of [source, ...besides])
    inputs.push({ name, format: from, bytes: await readFile(sourcePath({ from, source: name })) });
  const { artifacts } = await bench.convert(inputs, { codec, edge, from, to, options });
  // Images beside a text are what the source holds: unit tests look at them.
  return Promise.all(documentsOf(artifacts).map(bytesOf));
}

/** Every figure of the comparison of a result with its golden files. */
export async function compareWithGolden(
  golden: readonly Uint8Array[],
  found: readonly Uint8Array[],
  { comparator, to, codec, tolerance = {} }: Case,
  bench: CodecBench,
): Promise<Finding[]> {
  const count = same('files', golden.length, found.length);
  if (!count.ok) return [count];
  const findings: Finding[] = [];
  for (const [index, file] of golden.entries()) {
    // Most results are their golden file, byte by byte: what is in them has been looked at then.
    if (Buffer.compare(file, found[index]!) === 0) continue;
    const pair = { format: to, golden: file, found: found[index]!, writer: codec };
    const compared = await COMPARATORS[comparator](pair, tolerance, bench);
    findings.push(
      ...(golden.length === 1 ? compared : compared.map((one) => ({ ...one, name: `${index + 1}: ${one.name}` }))),
    );
  }
  return findings;
}

export function describeFinding({ name, ok, expected, found }: Finding): string {
  return `${ok ? '  ok ' : 'WRONG'} ${name}: ${found} (${expected})`;
}
