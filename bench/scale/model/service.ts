import { EventQueue } from '../core/events.ts';
import { compute, type Course, holding, pause, Process, type Step } from '../core/process.ts';
import { Servers, SharedCores, SharedLink } from '../core/stations.ts';
import { quantile } from '../../measure.ts';
import { seededRandom } from '../../inputs/random.ts';
import type { ServiceModelCosts } from './costs.ts';
import { DatabaseServer } from './database.ts';
import type { Deployment } from './deployment.ts';
import { FairQueue } from './fair-queue.ts';
import type { JobDemand, Population } from './population.ts';

export interface Job extends JobDemand {
  readonly id: number;
  readonly account: number;
  readonly arrivedAt: number;
  readonly api: ApiProcess;
  state: 'arriving' | 'waiting' | 'running' | 'done' | 'failed';
  attempt: number;
  acceptedAt: number;
  startedAt: number;
  endedAt: number;
  /** When its worker was killed, until it is begun again. */
  orphanedAt: number | undefined;
}

/** What does one thing after the other. */
interface Threaded {
  readonly thread: Servers;
  readonly cores: SharedCores;
}

interface ApiProcess extends Threaded {
  readonly link: SharedLink;
  readonly connections: Servers;
}

interface WorkerProcess extends Threaded {
  readonly link: SharedLink;
  slots: Slot[];
  isDead: boolean;
}

interface Slot {
  readonly worker: WorkerProcess;
  process: Process | undefined;
  job: Job | undefined;
}

/** More attempts than this would only end more workers: as in server/services/worker.ts. */
const MAX_ATTEMPTS = 3;
/** As in server/limits.ts: how often the locks of others are looked at, and for what an API process waits asks again. */
const LOCK_INTERVAL_MS = 300;
const ASK_INTERVAL_MS = 1_000;
/** As in server/stores/postgres/queue.ts. */
const POLL_MS = 2_000;
/** How often work that recurs all the time is put on the machines. */
const BURDEN_INTERVAL_MS = 100;
const MB = 1e6;

export interface Traffic {
  readonly population: Population;
  readonly jobsPerSecond: number;
  readonly accounts: number;
  /** Share of the account number n, as n to the power of minus this; 0 for equal shares. */
  readonly skew: number;
}

/** The service in roles. Everything that costs it time is a station; every conversion is a process that passes them. */
export class ServiceModel {
  readonly events = new EventQueue();
  readonly jobs: Job[] = [];
  readonly database: DatabaseServer;
  readonly storage: SharedLink;
  /** Those of the machine that everything runs on, if it does. */
  readonly sharedCores: SharedCores | undefined;
  storageRequests = 0;
  /** Milliseconds from the death of a worker until each of its conversions was begun again. */
  readonly takeovers: number[] = [];
  readonly #costs: ServiceModelCosts;
  readonly #deployment: Deployment;
  readonly #random: () => number;
  readonly #apis: ApiProcess[];
  readonly #workers: WorkerProcess[];
  readonly #queue: FairQueue<Job>;
  readonly #idle: Slot[] = [];
  readonly #accountLocks = new Map<number, Servers>();
  #isFetching = false;
  #fetchAgain = false;
  #unfinished = 0;
  #ended = 0;
  readonly #replica: DatabaseServer | undefined;
  readonly #storageServer: Threaded;
  readonly #sender: Threaded;

  constructor(deployment: Deployment, costs: ServiceModelCosts, seed: number) {
    this.#deployment = deployment;
    this.#costs = costs;
    this.#random = seededRandom(seed);
    const { events } = this;
    const shared = deployment.sharedCores ? new SharedCores(events, deployment.sharedCores) : undefined;
    this.sharedCores = shared;
    const { database, storage, network } = deployment;
    const listeners = deployment.listeners ?? deployment.apis + 2 * deployment.workers;
    const setup = { ...database, listeners, wakeMs: costs.wakeMs };
    this.database = new DatabaseServer(events, setup, shared);
    this.#replica = deployment.readReplica ? new DatabaseServer(events, { ...setup, listeners: 0 }) : undefined;
    this.storage = new SharedLink(events, storage);
    const threaded = (): Threaded => ({
      thread: new Servers(events, 1),
      cores: shared ?? new SharedCores(events, 1),
    });
    this.#storageServer = threaded();
    this.#sender = threaded();
    const link = (): SharedLink => new SharedLink(events, network);
    this.#apis = Array.from({ length: deployment.apis }, () => ({
      ...threaded(),
      link: link(),
      connections: new Servers(events, deployment.connectionsPerProcess),
    }));
    this.#queue = new FairQueue(deployment.order);
    this.#workers = Array.from({ length: deployment.workers }, () => this.#createWorker(shared, link()));
    for (const worker of this.#workers) for (const slot of worker.slots) this.#idle.push(slot);
    events.every(BURDEN_INTERVAL_MS, () => this.#burden(BURDEN_INTERVAL_MS));
  }

  #createWorker(shared: SharedCores | undefined, link: SharedLink): WorkerProcess {
    const { slots, workerCores } = this.#deployment;
    const worker: WorkerProcess = {
      cores: shared ?? new SharedCores(this.events, workerCores),
      thread: new Servers(this.events, 1),
      ...{ link, slots: [], isDead: false },
    };
    worker.slots = Array.from({ length: slots }, () => ({ worker, process: undefined, job: undefined }));
    return worker;
  }

  /** Sends conversions at random times, as independent clients do, until the end of the time. */
  feed({ population, jobsPerSecond, accounts, skew }: Traffic, untilMs: number): void {
    const draw = drawAccount(accounts, skew);
    const next = (): void => {
      if (this.events.now >= untilMs) return;
      this.submit(population[Math.floor(this.#random() * population.length)]!, draw(this.#random()));
      this.events.after((-Math.log(1 - this.#random()) * 1000) / jobsPerSecond, next);
    };
    this.events.after((-Math.log(1 - this.#random()) * 1000) / jobsPerSecond, next);
  }

  submit(demand: JobDemand, account: number, accepted?: () => void): Job {
    const id = this.jobs.length;
    const api = this.#apis[id % this.#apis.length]!;
    const { now } = this.events;
    const times = { arrivedAt: now, acceptedAt: NaN, startedAt: NaN, endedAt: NaN, orphanedAt: undefined };
    const job: Job = { ...demand, id, account, api, ...times, state: 'arriving', attempt: 0 };
    this.jobs.push(job);
    Process.start(this.#accept(job), accepted);
    return job;
  }

  *#accept(job: Job): Course {
    const { accept } = this.#costs;
    const { api, inputBytes } = job;
    const { directUploads: isDirect, senderMs = 0 } = this.#deployment;
    if (senderMs > 0) yield* onThread(this.#sender, senderMs);
    if (!isDirect) yield over(api.link, inputBytes);
    yield* onThread(api, accept.apiMs + (isDirect ? 0 : (accept.apiMsPerMB * inputBytes) / MB));
    const rows = this.#deployment.countsQueueInMemory ? 0 : this.#unfinished * this.#costs.countMsPerRow;
    yield* this.#reads.execute(accept.reads.cpuMs + rows, accept.reads.statements);
    yield* this.#request(api.link, isDirect ? 0 : inputBytes);
    yield* holding(api.connections, this.#reserve(job));
    this.#unfinished++;
    job.state = 'waiting';
    job.acceptedAt = this.events.now;
    this.#queue.add(job);
    this.#notified();
  }

  *#reserve(job: Job): Course {
    const { reserve } = this.#costs.accept;
    // The account's row comes first, and stays locked until the commit.
    yield* holding(this.#lockOf(job.account), this.#reserveLocked(reserve.cpuMs, reserve.statements));
  }

  *#reserveLocked(cpuMs: number, statements: number): Course {
    yield* this.database.execute(cpuMs, statements);
    yield* this.database.commit({ notifies: true });
  }

  get #reads(): DatabaseServer {
    return this.#replica ?? this.database;
  }

  #lockOf(account: number): Servers {
    const lock = this.#accountLocks.get(account) ?? new Servers(this.events, 1);
    this.#accountLocks.set(account, lock);
    return lock;
  }

  /** One request to the object storage, with its content over the machine's link. */
  *#request(link: SharedLink, bytes: number): Course {
    this.storageRequests++;
    const server = this.#deployment.storageServer;
    if (server) {
      yield* onThread(this.#storageServer, server.requestMs + (server.msPerMB * bytes) / MB);
      return;
    }
    yield pause(this.events, this.#deployment.storage.answerMs);
    if (bytes > 0) yield over(this.storage, bytes);
    if (bytes > 0) yield over(link, bytes);
  }

  /** All idle slots look for work when a conversion is announced: whoever comes first gets it. */
  #notified(): void {
    if (this.#isFetching) this.#fetchAgain = true;
    else this.#fetchTogether();
  }

  #fetchTogether(): void {
    const looking = Math.min(this.#idle.length, this.#deployment.wokenSlots ?? Infinity);
    if (looking === 0) return;
    this.#isFetching = true;
    // As if each had a connection; but not more pieces than the cores can tell apart.
    const groups = Math.min(looking, 4 * this.#deployment.database.cores);
    let left = groups;
    for (let group = 0; group < groups; group++) {
      Process.start(this.#lookTogether(looking / groups), () => {
        if (--left > 0) return;
        this.#isFetching = false;
        const again = this.#fetchAgain;
        this.#fetchAgain = false;
        if (again || (this.#queue.size > 0 && this.#idle.length > 0)) this.#fetchTogether();
      });
    }
  }

  *#lookTogether(slots: number): Course {
    yield* this.database.execute(this.#costs.fetch.emptyMs * slots, 1);
    this.database.count(slots - 1);
    for (let taken = 0; taken < Math.ceil(slots) && this.#queue.size > 0 && this.#idle.length > 0; taken++)
      this.#begin(this.#takeIdle());
  }

  #takeIdle(): Slot {
    const place = Math.floor(this.#random() * this.#idle.length);
    const slot = this.#idle[place]!;
    this.#idle[place] = this.#idle.at(-1)!;
    this.#idle.pop();
    return slot;
  }

  #begin(slot: Slot): void {
    slot.process = Process.start(this.#work(slot));
  }

  /** What a slot does from its first conversion until nothing is left. */
  *#work(slot: Slot): Course {
    for (;;) {
      const job = this.#queue.take();
      if (!job) break;
      slot.job = job;
      yield* this.#convert(job, slot.worker);
      slot.job = undefined;
      yield* this.database.execute(this.#costs.fetch.emptyMs, 1);
    }
    slot.process = undefined;
    this.#idle.push(slot);
  }

  *#convert(job: Job, worker: WorkerProcess): Course {
    const { work, fetch } = this.#costs;
    yield* this.database.execute(fetch.fullMs - fetch.emptyMs, 0);
    yield* this.database.commit();
    yield* this.database.execute(work.claim.cpuMs, work.claim.statements);
    yield* this.database.commit();
    if (job.attempt >= MAX_ATTEMPTS) return this.#end(job, 'failed');
    job.attempt++;
    job.state = 'running';
    if (Number.isNaN(job.startedAt)) job.startedAt = this.events.now;
    if (job.orphanedAt !== undefined) this.takeovers.push(this.events.now - job.orphanedAt);
    job.orphanedAt = undefined;
    yield* onThread(worker, work.workerMs / 2);
    yield* this.#request(worker.link, job.inputBytes);
    yield compute(worker.cores, job.cpuMs);
    yield* this.#request(worker.link, job.resultBytes);
    yield* onThread(worker, work.workerMs / 2);
    yield* this.database.execute(work.finish.cpuMs / 2, 2);
    yield* holding(this.#lockOf(job.account), this.#finishLocked(work.finish.cpuMs / 2));
    this.#end(job, 'done');
    yield* this.database.execute(work.notify.cpuMs, work.notify.statements);
    yield* this.database.commit({ notifies: true, isDurable: !this.#deployment.endsNotDurable });
    Process.start(this.#answer(job));
    yield* this.database.execute(work.release.cpuMs, work.release.statements);
    yield* this.#request(worker.link, 0);
    yield* this.database.commit();
  }

  *#finishLocked(cpuMs: number): Course {
    yield* this.database.execute(cpuMs, 1);
    yield* this.database.commit();
  }

  #end(job: Job, state: 'done' | 'failed'): void {
    job.state = state;
    job.endedAt = this.events.now;
    this.#unfinished--;
    this.#ended++;
  }

  /** The API process reads the end; the client asks once, and fetches the result. */
  *#answer({ api, resultBytes }: Job): Course {
    const { answer, status, download } = this.#costs;
    yield* onThread(api, answer.apiMs);
    yield* this.#reads.execute(answer.cpuMs, 1);
    if (!this.#deployment.clientsFetch) return;
    yield* onThread(api, status.apiMs);
    yield* this.#reads.execute(status.cpuMs, status.statements);
    const isDirect = this.#deployment.directUploads;
    yield* onThread(api, download.apiMs + (isDirect ? 0 : (download.apiMsPerMB * resultBytes) / MB));
    yield* this.#reads.execute(download.cpuMs, download.statements);
    yield* this.#request(api.link, isDirect ? 0 : resultBytes);
    if (!isDirect) yield over(api.link, resultBytes);
  }

  /** Ends a worker where it stands. Others take its conversions over when two looks have found its lock free. */
  kill(index: number, restartAfterMs: number): void {
    const worker = this.#workers[index]!;
    if (worker.isDead) return;
    worker.isDead = true;
    // What has ended in the store is only not yet told to the queue.
    const orphans = worker.slots.flatMap(({ job }) => (job && Number.isNaN(job.endedAt) ? [job] : []));
    for (const job of orphans) job.orphanedAt = this.events.now;
    for (const slot of worker.slots) {
      slot.process?.kill();
      const place = this.#idle.indexOf(slot);
      if (place >= 0) this.#idle.splice(place, 1);
      slot.process = undefined;
      slot.job = undefined;
    }
    const noticedAfterMs = LOCK_INTERVAL_MS * (1 + this.#random());
    this.events.after(noticedAfterMs, () => {
      for (const job of orphans) {
        job.state = 'waiting';
        this.#queue.add(job);
      }
      this.#notified();
    });
    this.events.after(restartAfterMs, () => {
      worker.isDead = false;
      this.#idle.push(...worker.slots);
      this.#notified();
    });
  }

  /** What recurs without any conversion, or with each that waits. */
  #burden(intervalMs: number): void {
    const { apis, workers, lockWatchers, asksTogether } = this.#deployment;
    const { idle, ask, fetch, lockMsPerProcess, sync } = this.#costs;
    const seconds = intervalMs / 1000;
    const supervisors = Math.min(workers, this.#deployment.supervisors ?? workers);
    const processes = apis + workers;
    const watchers = Math.min(processes, lockWatchers ?? processes);
    const looks = (watchers * intervalMs) / LOCK_INTERVAL_MS;
    const polls = (this.#idle.length * intervalMs) / POLL_MS;
    const asks = ((asksTogether ? Math.min(apis, this.#unfinished) : this.#unfinished) * intervalMs) / ASK_INTERVAL_MS;
    const running = this.#workers.length * this.#deployment.slots - this.#idle.length;
    const cpuMs =
      (apis * idle.api.cpuMs + supervisors * idle.worker.cpuMs) * seconds +
      looks * processes * lockMsPerProcess +
      polls * fetch.emptyMs +
      asks * ask.cpuMs +
      running * sync.cpuMs * seconds;
    this.database.burden(cpuMs, Math.min(processes, 4 * this.#deployment.database.cores));
    this.database.count(
      (apis * idle.api.statements + supervisors * idle.worker.statements) * seconds +
        looks +
        polls +
        asks +
        running * sync.statements * seconds,
    );
    for (const api of this.#apis) {
      const askMs = (asks / apis) * ask.apiMs + idle.api.processMs * seconds;
      if (askMs > 0) Process.start(onThread(api, askMs));
    }
    if (this.#deployment.sharedCores)
      for (const worker of this.#workers) worker.cores.run(idle.worker.processMs * seconds, () => {});
  }

  /** Conversions that are done or have failed. */
  get ended(): number {
    return this.#ended;
  }

  /** Bytes that have passed the network of the API processes. */
  get apiBytes(): number {
    return this.#apis.reduce((sum, { link }) => sum + link.bytes, 0);
  }
}

function* onThread({ thread, cores }: Threaded, cpuMs: number): Course {
  yield* holding(thread, computing(cores, cpuMs));
}

function* computing(cores: SharedCores, cpuMs: number): Course {
  yield compute(cores, cpuMs);
}

function over(link: SharedLink, bytes: number): Step {
  return (resume) => void link.transfer(bytes, resume);
}

/** Returns the number of an account for a number from 0 to 1. */
function drawAccount(accounts: number, skew: number): (random: number) => number {
  const bounds: number[] = [];
  let sum = 0;
  for (let account = 0; account < accounts; account++) bounds.push((sum += (account + 1) ** -skew));
  return (random) => {
    const wanted = random * sum;
    let [low, high] = [0, accounts - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (bounds[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

export function quantilesOf(values: readonly number[]): readonly [number, number, number] {
  if (values.length === 0) return [0, 0, 0];
  return [quantile(values, 0.5), quantile(values, 0.95), quantile(values, 0.99)];
}
