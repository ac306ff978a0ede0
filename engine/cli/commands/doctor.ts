import { availableParallelism, cpus, tmpdir } from 'node:os';
import { CODECS } from '../../codecs/index.ts';
import { installCommand, missingPacks, PACK_IDS, PACKS } from '../../index.ts';
import type { Engine, EngineStatus, FormatId, PackId } from '../../index.ts';
import { alignColumns } from '../lines.ts';
import { EXIT, printJson, printLine, type ExitCode, type Terminal } from '../terminal.ts';
import { availableBytes, installedVersion, readVersion } from '../../io/runtime.ts';
import { errorView } from '../views.ts';

const MB = 1e6;

/** A grey pixel, eight bits. */
const PIXEL_PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

/** Tiny files, one for each kind of work; those that no codec takes are left out. */
const SELF_CHECKS: readonly { readonly from: FormatId; readonly to: FormatId; readonly content: Uint8Array }[] = [
  { from: 'csv', to: 'json', content: Buffer.from('name,number\nAnn,1\nBob,2\n') },
  { from: 'md', to: 'html', content: Buffer.from('# Title\n\nA paragraph with **bold** words.\n') },
  { from: 'png', to: 'jpg', content: Buffer.from(PIXEL_PNG, 'base64') },
];

interface SelfCheck {
  readonly pair: string;
  readonly ok: boolean;
  readonly ms: number;
  readonly error?: string;
}

interface Examination {
  readonly version: string;
  readonly node: string;
  readonly platform: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryMB: number;
  readonly usableMemoryMB: number;
  readonly slots: number;
  readonly scratchDir: string;
  readonly lanes: readonly { readonly lane: string; readonly threads: number }[];
  readonly codecs: readonly {
    readonly id: string;
    readonly lane: string;
    readonly packages: Readonly<Record<string, string | null>>;
    readonly installed: boolean;
  }[];
  readonly packs: readonly {
    readonly id: PackId;
    readonly holds: string;
    readonly megabytes: number;
    readonly installed: boolean;
    /** The command that installs it. */
    readonly install: string;
  }[];
  readonly selfChecks: readonly SelfCheck[];
}

/** Looks at the machine and tries the engine. Fails when a self-check does, or when there was none to try. */
export async function runDoctor(
  engine: Engine,
  { json }: { readonly json: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const examination = await examine(engine, terminal.signal);
  if (json) printJson(terminal.stdout, examination);
  else for (const line of examinationLines(examination)) printLine(terminal.stdout, line);
  const { selfChecks } = examination;
  if (selfChecks.length > 0 && selfChecks.every(({ ok }) => ok)) return EXIT.ok;
  const failed = selfChecks.filter(({ ok }) => !ok).map(({ pair }) => pair);
  printLine(
    terminal.stderr,
    `athanor: ${failed.length > 0 ? `self-check failed: ${failed.join(', ')}` : 'no codec to check'}.`,
  );
  return EXIT.failed;
}

async function examine(engine: Engine, signal: AbortSignal): Promise<Examination> {
  const status = engine.status();
  const selfChecks: SelfCheck[] = [];
  for (const { from, to, content } of SELF_CHECKS) {
    if (engine.targets(from).includes(to)) selfChecks.push(await tryConversion(engine, from, to, content, signal));
  }
  return {
    version: readVersion(),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryMB: Math.round(availableBytes() / MB),
    usableMemoryMB: Math.round(status.capacity.memoryMB),
    slots: status.capacity.slots,
    scratchDir: tmpdir(),
    lanes: Object.entries(status.capacity.threads).map(([lane, threads]) => ({ lane, threads })),
    codecs: codecsOf(status),
    packs: packsHere(),
    selfChecks,
  };
}

function codecsOf({ missing }: EngineStatus): Examination['codecs'] {
  return CODECS.map(({ id, lane, packages }) => ({
    id,
    lane,
    packages: Object.fromEntries(packages.map((name) => [name, installedVersion(name) ?? null])),
    installed: !(id in missing),
  }));
}

function packsHere(): Examination['packs'] {
  const missing = missingPacks();
  return PACK_IDS.map((id) => {
    const { holds, megabytes } = PACKS[id];
    return { id, holds, megabytes, installed: !missing.includes(id), install: installCommand(id) };
  });
}

async function tryConversion(
  engine: Engine,
  from: FormatId,
  to: FormatId,
  content: Uint8Array,
  signal: AbortSignal,
): Promise<SelfCheck> {
  const pair = `${from} → ${to}`;
  const started = performance.now();
  const elapsed = (): number => Math.round(performance.now() - started);
  try {
    const { artifacts } = await engine.convert(content, { from, to, fileName: `check.${from}`, signal });
    return { pair, ok: artifacts.length > 0, ms: elapsed() };
  } catch (error) {
    return { pair, ok: false, ms: elapsed(), error: errorView(error).error.message };
  }
}

function examinationLines(examination: Examination): string[] {
  const { version, node, platform, processor, cores, memoryMB, usableMemoryMB, slots, scratchDir } = examination;
  const facts = alignColumns([
    ['athanor', version],
    ['node', `${node}, ${platform}`],
    ['processor', `${processor}, ${cores} cores, ${slots} of them used`],
    ['memory', `${memoryMB} MB, ${usableMemoryMB} MB of it for workers`],
    ['scratch', scratchDir],
  ]);
  const lanes = examination.lanes.map(({ lane, threads }) => `${lane} ${threads || 'off'}`);
  const codecs = alignColumns(
    examination.codecs.map(({ id, lane, packages, installed }) => [
      `  ${id}`,
      lane,
      installed ? 'installed' : 'not installed',
      Object.entries(packages)
        .map(([name, found]) => `${name} ${found ?? 'missing'}`)
        .join(', '),
    ]),
  );
  const packs = alignColumns(
    examination.packs.map(({ id, installed, megabytes, holds }) => [
      `  ${id}`,
      installed ? 'installed' : 'not installed',
      `${megabytes} MB`,
      holds,
    ]),
  );
  const commands = examination.packs
    .filter(({ installed }) => !installed)
    .map(({ id, install }) => `  To install ${id}: ${install}`);
  const checks = examination.selfChecks.map(
    ({ pair, ok, ms, error }) => `  ${pair}: ${ok ? `works, ${ms} ms` : `fails: ${error}`}`,
  );
  return [
    ...facts,
    `lanes      ${lanes.join(', ')}`,
    '',
    'Codecs',
    ...codecs,
    '',
    'Packs',
    ...packs,
    ...commands,
    '',
    'Self-checks',
    ...checks,
  ];
}
