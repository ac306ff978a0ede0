import { availableParallelism } from 'node:os';
import type { Lane } from '../contract/codec.ts';
import { availableBytes } from '../io/runtime.ts';
import type { MemoryLimit } from './memory-guard.ts';

const MB = 1e6;
/** What the main thread, the service and the compiled code of the libraries need beside the workers. */
const RESERVED_MB = 400;
/** A worker of the largest lane but the office, beside what is reserved: with less, nothing could be promised. */
export const LEAST_MEMORY_MB = 900;
/** Share of the memory that the engine may plan with; the rest stays with the system. */
const USABLE_SHARE = 0.75;

/** LibreOffice: a worker takes up to 1.6 GB, so it gets a share of its own. */
const OFFICE = { shareOfBudget: 0.4, workerMB: 1300, leastBudgetMB: 1900, coresPerWorker: 4 } as const;

/** How the other lanes share what is left, and what one of their workers takes at its peak. */
const LANES = {
  image: { share: 0.4, workerMB: 450 },
  media: { share: 0.3, workerMB: 400 },
  document: { share: 0.2, workerMB: 350 },
  light: { share: 0.1, workerMB: 80 },
} as const satisfies Partial<Record<Lane, { share: number; workerMB: number }>>;

/** MB that one worker of a lane takes, its codecs and a conversion included. */
export function workerMemoryMB(lane: Lane): number {
  if (lane === 'office') return OFFICE.workerMB;
  return lane === 'ocr' ? LANES.document.workerMB : LANES[lane].workerMB;
}

/** What the engine may use of this machine. */
export interface Capacity {
  /** CPU slots: conversions that compute at the same time. */
  readonly slots: number;
  /** MB that the workers may use together. */
  readonly memoryMB: number;
  /** MB that the whole process may use, and whether somebody has set it. */
  readonly process: MemoryLimit;
  /** Worker threads a lane; 0 where the machine is too small for it. */
  readonly threads: Readonly<Record<Lane, number>>;
}

export function measureCapacity({ slots, memoryMB }: { slots?: number; memoryMB?: number } = {}): Capacity {
  const cores = availableParallelism();
  const usable = slots ?? (cores <= 2 ? cores : cores - 1);
  if (memoryMB !== undefined && memoryMB < LEAST_MEMORY_MB) throw new RangeError(tooLittle(memoryMB));
  const limitMB = memoryMB ?? USABLE_SHARE * (availableBytes() / MB);
  const budget = limitMB - RESERVED_MB;
  const officeWorkers = Math.min(
    Math.floor(cores / OFFICE.coresPerWorker),
    Math.floor((OFFICE.shareOfBudget * budget) / OFFICE.workerMB),
  );
  const office = budget >= OFFICE.leastBudgetMB ? Math.max(1, officeWorkers) : 0;
  const rest = Math.max(0, budget - office * OFFICE.workerMB);
  const threadsOf = ({ share, workerMB }: { share: number; workerMB: number }): number =>
    Math.max(1, Math.min(usable, Math.floor((share * rest) / workerMB)));
  return {
    slots: usable,
    memoryMB: Math.max(LANES.image.workerMB, budget),
    process: { limitMB: Math.max(LEAST_MEMORY_MB, limitMB), isStrict: memoryMB !== undefined },
    threads: {
      light: threadsOf(LANES.light),
      image: threadsOf(LANES.image),
      media: threadsOf(LANES.media),
      document: threadsOf(LANES.document),
      office,
      ocr: 1,
    },
  };
}

function tooLittle(memoryMB: number): string {
  return `Expected at least ${LEAST_MEMORY_MB} for memoryMB, but received ${memoryMB}: the process and one worker need as much.`;
}
