import { readFile } from 'node:fs/promises';
import type { Step, InspectRequest, Warning } from '../../engine/contract/codec.ts';
import { errorOfFailure } from '../../engine/contract/errors.ts';
import type { Artifact } from '../../engine/contract/artifact.ts';
import { DEFAULT_LIMITS } from '../../engine/contract/limits.ts';
import { Lanes } from '../../engine/pool/lanes.ts';
import { measureCapacity } from '../../engine/pool/machine.ts';
import { ModuleCache } from '../../engine/pool/modules.ts';
import type { OutcomeOf, Reply, Task } from '../../engine/pool/protocol.ts';
import { Registry } from '../../engine/codecs/registry.ts';
import type { Facts } from '../../engine/contract/facts.ts';
import type { Expectation } from '../../engine/contract/report.ts';
import { inOrderOfIndependence } from '../../engine/run/independence.ts';
import type { Findings } from '../../engine/verify/findings.ts';

export interface StepResult {
  readonly artifacts: readonly Artifact[];
  readonly warnings: readonly Warning[];
}

/** Runs single steps and single readers in the engine's own sealed lanes, whatever the planner would have chosen. */
export class CodecBench implements AsyncDisposable {
  readonly registry = new Registry();
  readonly #lanes = new Lanes({
    capacity: measureCapacity(),
    limits: DEFAULT_LIMITS,
    registry: this.registry,
    modules: new ModuleCache(),
  });

  async convert(inputs: readonly Artifact[], step: Step, timeoutMs = 60_000): Promise<StepResult> {
    const { reply, warnings } = await this.#run(
      step.codec,
      { kind: 'convert', inputs: inputs.map(ownCopy), steps: [step] },
      timeoutMs,
    );
    return { artifacts: reply.artifacts, warnings };
  }

  /** What the first reader of the format finds that is none of `except`; nothing when there is no other. */
  async inspect(
    artifact: Artifact,
    { except = [], effort = 'full' }: { except?: readonly string[]; effort?: InspectRequest['effort'] } = {},
  ): Promise<Facts | undefined> {
    for (const reader of this.registry.readersOf(artifact.format)) {
      if (except.includes(reader.id)) continue;
      const request = { effort };
      const task = { kind: 'inspect', reader: reader.id, artifact: ownCopy(artifact), request } as const;
      const { facts } = (await this.#run(reader.id, task, 60_000)).reply;
      if (!facts.isUnread) return facts;
    }
    return undefined;
  }

  /** What the engine's verification finds in results: by the reader that is most independent of their writer. */
  async verify(
    source: Facts,
    outputs: readonly Artifact[],
    { expectation, writer }: { readonly expectation: Expectation; readonly writer: string },
  ): Promise<Findings | undefined> {
    const readers = this.registry.readersOf(outputs[0]!.format);
    for (const reader of inOrderOfIndependence(readers, this.registry.codec(writer))) {
      const request = { effort: 'full' } as const;
      const task = {
        kind: 'verify',
        reader: reader.id,
        source,
        outputs: outputs.map(ownCopy),
        expectation,
        request,
      } as const;
      const { isUnread, ...findings } = (await this.#run(reader.id, task, 60_000)).reply;
      if (!isUnread) return findings;
    }
    return undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#lanes[Symbol.asyncDispose]();
  }

  async #run<T extends Task>(
    codec: string,
    task: T,
    timeoutMs: number,
  ): Promise<{ reply: OutcomeOf[T['kind']]; warnings: readonly Warning[] }> {
    const { lane } = this.registry.codec(codec);
    const options = { signal: AbortSignal.timeout(timeoutMs), remainingMs: timeoutMs };
    const reply: Reply<OutcomeOf[T['kind']]> = await this.#lanes.run(lane, task, options);
    if (!reply.ok) throw errorOfFailure(reply.failure);
    return { reply: reply.outcome, warnings: reply.warnings };
  }
}

/** Buffers are transferred to the worker, so it gets a copy; `slice` of Node's Buffer would not be one. */
function ownCopy(artifact: Artifact): Artifact {
  return 'bytes' in artifact ? { ...artifact, bytes: new Uint8Array(artifact.bytes) } : artifact;
}

export async function bytesOf(artifact: Artifact): Promise<Uint8Array> {
  return 'bytes' in artifact ? artifact.bytes : readFile(artifact.path);
}
