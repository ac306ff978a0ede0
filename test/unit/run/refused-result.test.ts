import { zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { createContext } from '../../../engine/engine.ts';
import type { Lanes } from '../../../engine/pool/lanes.ts';
import type { EngineContext } from '../../../engine/run/context.ts';
import { convertInput } from '../../../engine/run/convert.ts';

const context = createContext({});
const { signal } = new AbortController();
const CSV = new TextEncoder().encode('name,amount\nrent,1200\nheating,85\n');

/** More entries than a reader takes. */
const BOMB = {
  name: 'bomb.zip',
  format: 'zip',
  bytes: zipSync(Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [String(index), new Uint8Array()]))),
} as const;

afterAll(async () => {
  await context.lanes[Symbol.asyncDispose]();
  await context.scratch[Symbol.asyncDispose]();
});

/** An engine whose codecs write a wrong number. */
function withWrongNumbers({ lanes, ...others }: EngineContext): EngineContext {
  const run: Lanes['run'] = async (lane, task, options) => {
    const reply = await lanes.run(lane, task, options);
    if (task.kind !== 'convert' || !reply.ok) return reply;
    const outcome = reply.outcome as { readonly artifacts: readonly { readonly bytes: Uint8Array }[] };
    const artifacts = outcome.artifacts.map((artifact) => ({ ...artifact, bytes: replaced(artifact.bytes) }));
    return { ...reply, outcome: { ...outcome, artifacts } as unknown as typeof reply.outcome };
  };
  const wrong = new Proxy(lanes, { get: (target, name) => (name === 'run' ? run : Reflect.get(target, name, target)) });
  return { ...others, lanes: wrong };
}

function replaced(json: Uint8Array): Uint8Array {
  return new TextEncoder().encode(new TextDecoder().decode(json).replace('1200', '1300'));
}

describe('a result that verification refuses', () => {
  it('is discarded, and the error says what differs', async () => {
    const converted = convertInput(withWrongNumbers(context), CSV, { to: 'json', fileName: 'a.csv' }, signal);
    await expect(converted).rejects.toMatchObject({ code: 'output_not_verified' });
  });

  it('is returned with its report when the caller asks for it', async () => {
    const options = { to: 'json', fileName: 'a.csv', onDifference: 'tell' } as const;
    const { artifacts, report } = await convertInput(withWrongNumbers(context), CSV, options, signal);
    expect(report.verdict).toBe('refused');
    const [artifact] = artifacts;
    expect('bytes' in artifact! && new TextDecoder().decode(artifact.bytes)).toContain('1300');
  });

  it('is not called verified when it is too complex to be read again', async () => {
    const { lanes } = context;
    const run: Lanes['run'] = (lane, task, options) =>
      lanes.run(lane, task.kind === 'verify' ? { ...task, reader: 'zip', outputs: [BOMB] } : task, options);
    const wrong = new Proxy(lanes, {
      get: (target, name) => (name === 'run' ? run : Reflect.get(target, name, target)),
    });
    const options = { to: 'json', fileName: 'a.csv' } as const;
    const { report } = await convertInput({ ...context, lanes: wrong }, CSV, options, signal);
    expect(report).toMatchObject({ verified: 'signature', differences: [{ kind: 'result_unchecked' }] });
  });

  it('is not said to be wrong when it is right', async () => {
    const options = { to: 'json', fileName: 'a.csv', onDifference: 'tell' } as const;
    const { report } = await convertInput(context, CSV, options, signal);
    expect(report).toMatchObject({ verdict: 'accepted', differences: [], differencesBeyond: 0 });
    expect(report.judge).toMatchObject({ reads: expect.any(String), writes: expect.any(String) });
  });
});
