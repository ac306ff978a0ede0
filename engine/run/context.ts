import type { Registry } from '../codecs/registry.ts';
import type { Limits } from '../contract/limits.ts';
import type { Scratch } from '../io/scratch.ts';
import type { Graph } from '../planner/graph.ts';
import type { Planner } from '../planner/planner.ts';
import type { DetectionThread } from '../pool/detection-thread.ts';
import type { Lanes } from '../pool/lanes.ts';
import type { Scheduler } from '../pool/scheduler.ts';

/** What every conversion of one engine shares. */
export interface EngineContext {
  readonly registry: Registry;
  readonly graph: Graph;
  readonly planner: Planner;
  readonly lanes: Lanes;
  /** Absent where files are looked into by the thread of the caller, however long it takes. */
  readonly detection: DetectionThread | undefined;
  readonly scheduler: Scheduler;
  readonly scratch: Scratch;
  readonly limits: Limits;
}
