import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';

/** Where and when figures were measured: without it they mean nothing. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGB: number;
  readonly system: string;
  readonly node: string;
  /** Processes that wanted to run during the last minute before the start, on average: other load distorts wall times. */
  readonly loadAverage: number;
}

export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown processor',
    cores: availableParallelism(),
    memoryGB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.version,
    loadAverage: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  };
}

/** One line: `AMD EPYC …, 2 cores, 24 GB, Linux 6.1, Node v24.0.0`. */
export function summariseMachine({ cpu, cores, memoryGB, system, node }: Machine): string {
  return `${cpu}, ${cores} ${cores === 1 ? 'core' : 'cores'}, ${memoryGB} GB, ${system}, Node ${node}`;
}
