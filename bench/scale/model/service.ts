import { EventQueue } from '../core/events.ts';
import { compute, type Course, holding, pause, Process, type Step } from '../core/process.ts';
import { Servers, SharedCores, SharedLink } from '../core/stations.ts';
import { quantile } from '../../measure.ts';
import { seededRandom } from '../../inputs/random.ts';
import { DEFAULT_LIMITS } from '../../../server/limits.ts';
import type { ServiceModelCosts, StatementsCost } from './costs.ts';
import { DatabaseServer } from './database.ts';
import type { Deployment } from './deployment.ts';
import { FairQueue } from './fair-queue.ts';
import { smallBytesOf } from './measured.ts';
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
  idleSlots: number;
  isDead: boolean;
}

interface Slot {
  readonly worker: WorkerProcess;
  process: Process | undefined;
  job: Job | undefined;
}

/** More attempts than this would only end more workers: as in server/services/worker.ts. */
const MAX_ATTEMPTS = 3;
/** How often the locks of others are looked at, and how often an API process asks for what it waits for. */
const { lockIntervalMs: LOCK_INTERVAL_MS, syncIntervalMs: ASK_INTERVAL_MS, smallFileBytes } = DEFAULT_LIMITS;
/** As in server/services/following.ts: conversions that one statement asks for. */
const ROWS_PER_ASK = 512;
/** As in server/stores/queue.ts. */
const POLL_MS = 1_000;
/** Of a look that finds nothing: see server/stores/postgres/claim.ts. */
const EMPTY_LOOK_STATEMENTS = 2;
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
  /** Bytes of the log of all conversions that have ended. */
  walBytes = 0;
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
  /** Workers with an idle slot. */
  #freeWorkers = 0;
  /** Looks of all free workers that are under way. */
  #looks = 0;
  #looksAgain = false;
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
    const listeners = deployment.listeners ?? deployment.apis + deployment.workers;
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
    for (const worker of this.#workers) for (const slot of worker.slots) this.#release(slot);
    // News that was lost: whoever has an idle slot looks anyway.
    events.every(POLL_MS, () => this.#queue.size > 0 && this.#notified());
    events.every(BURDEN_INTERVAL_MS, () => this.#burden(BURDEN_INTERVAL_MS));
  }

  #createWorker(shared: SharedCores | undefined, link: SharedLink): WorkerProcess {
    const { slots, workerCores } = this.#deployment;
    const worker: WorkerProcess = {
      cores: shared ?? new SharedCores(this.events, workerCores),
      thread: new Servers(this.events, 1),
      ...{ link, slots: [], idleSlots: 0, isDead: false },
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
    const { senderMs = 0 } = this.#deployment;
    const isDirect = this.#isDirect(inputBytes);
    if (senderMs > 0) yield* onThread(this.#sender, senderMs);
    if (!isDirect) yield over(api.link, inputBytes);
    yield* onThread(api, accept.apiMs + (isDirect ? 0 : (accept.apiMsPerMB * inputBytes) / MB));
    const rows = this.#deployment.countsQueueInMemory ? 0 : this.#unfinished * this.#costs.countMsPerRow;
    yield* this.#committed(accept.rates);
    yield* this.#reads.execute(accept.reads.cpuMs + rows, accept.reads.statements);
    if (isDirect) yield* this.#request(api.link, 0);
    else yield* this.#store(api.link, inputBytes);
    yield* holding(api.connections, this.#reserve(job));
    this.#unfinished++;
    job.state = 'waiting';
    job.acceptedAt = this.events.now;
    this.#queue.add(job);
    Process.start(this.database.notify(this.#costs.notify.cpuMs), () => this.#notified());
  }

  *#reserve(job: Job): Course {
    // The account's row comes first, and stays locked until the commit.
    yield* holding(this.#lockOf(job.account), this.#committed(this.#costs.accept.reserve));
  }

  *#committed({ cpuMs, statements }: StatementsCost): Course {
    yield* this.database.execute(cpuMs, statements);
    yield* this.database.commit();
  }

  #isDirect(bytes: number): boolean {
    return this.#deployment.directUploads === true && bytes > smallFileBytes;
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

  /** A small file is a row of the database. */
  *#store(link: SharedLink, bytes: number): Course {
    if (bytes <= smallFileBytes) yield* this.#committed(this.#costs.smallFile.put);
    else yield* this.#request(link, bytes);
  }

  /** Looked for among the small files first, whatever its size. */
  *#fetch(link: SharedLink, bytes: number): Course {
    const { find } = this.#costs.smallFile;
    yield* this.database.execute(find.cpuMs, find.statements);
    if (bytes > smallFileBytes) yield* this.#request(link, bytes);
  }

  *#remove(link: SharedLink, bytes: number): Course {
    yield* this.#committed(this.#costs.smallFile.remove);
    if (bytes > smallFileBytes) yield* this.#request(link, 0);
  }

  /**
   * A notification wakes one idle slot of each worker: whoever looks first gets the conversion. A worker whose idle
   * slots all look already looks once more afterwards.
   */
  #notified(): void {
    if (this.#looks >= this.#deployment.slots) this.#looksAgain = true;
    else this.#lookTogether();
  }

  #lookTogether(): void {
    const looking = Math.min(this.#freeWorkers, this.#deployment.wokenWorkers ?? Infinity);
    if (looking === 0) return;
    this.#looks++;
    // The first, and the others as if each had a connection; but not more pieces than the cores can tell apart.
    const others = Math.min(looking - 1, 4 * this.#deployment.database.cores);
    const sizes = [1, ...Array.from({ length: others }, () => (looking - 1) / others)];
    let left = sizes.length;
    for (const size of sizes)
      Process.start(this.#look(size), () => {
        if (--left > 0) return;
        this.#looks--;
        const again = this.#looksAgain;
        this.#looksAgain = false;
        if (again) this.#lookTogether();
      });
  }

  *#look(slots: number): Course {
    yield* this.database.execute(this.#costs.look.emptyMs * slots, 1);
    this.database.count(EMPTY_LOOK_STATEMENTS * slots - 1);
    for (let taken = 0; taken < Math.ceil(slots) && this.#queue.size > 0 && this.#idle.length > 0; taken++)
      this.#begin(this.#takeIdle());
  }

  #takeIdle(): Slot {
    const place = Math.floor(this.#random() * this.#idle.length);
    const slot = this.#idle[place]!;
    this.#idle[place] = this.#idle.at(-1)!;
    this.#idle.pop();
    if (--slot.worker.idleSlots === 0) this.#freeWorkers--;
    return slot;
  }

  #release(slot: Slot): void {
    this.#idle.push(slot);
    if (slot.worker.idleSlots++ === 0) this.#freeWorkers++;
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
      yield* this.database.execute(this.#costs.look.emptyMs, 1);
    }
    this.database.count(EMPTY_LOOK_STATEMENTS - 1);
    slot.process = undefined;
    this.#release(slot);
  }

  *#convert(job: Job, worker: WorkerProcess): Course {
    const { work, look, notify } = this.#costs;
    const { finish } = work;
    // A claim pays with the account's virtual time.
    const claim = { statements: 0, cpuMs: look.fullMs - look.emptyMs };
    yield* holding(this.#lockOf(job.account), this.#committed(claim));
    if (job.attempt >= MAX_ATTEMPTS) return this.#end(job, 'failed');
    job.attempt++;
    job.state = 'running';
    if (Number.isNaN(job.startedAt)) job.startedAt = this.events.now;
    if (job.orphanedAt !== undefined) this.takeovers.push(this.events.now - job.orphanedAt);
    job.orphanedAt = undefined;
    yield* onThread(worker, work.workerMs / 2);
    yield* this.#fetch(worker.link, job.inputBytes);
    // Nobody waits for notifications.
    for (let told = 0; told < work.progressCount; told++) Process.start(this.database.notify(notify.cpuMs));
    yield compute(worker.cores, job.cpuMs);
    yield* this.#store(worker.link, job.resultBytes);
    yield* onThread(worker, work.workerMs / 2);
    yield* this.database.execute(finish.cpuMs / 2, finish.statements - 1);
    yield* holding(this.#lockOf(job.account), this.#committed({ statements: 1, cpuMs: finish.cpuMs / 2 }));
    this.#end(job, 'done');
    yield* this.#remove(worker.link, job.inputBytes);
    Process.start(this.database.notify(notify.cpuMs), () => void Process.start(this.#answer(job)));
  }

  #end(job: Job, state: 'done' | 'failed'): void {
    job.state = state;
    job.endedAt = this.events.now;
    this.#unfinished--;
    this.#ended++;
    this.walBytes += this.#costs.walBytes + smallBytesOf(job);
  }

  /** The API process reads the end; the client asks once, and fetches the result. */
  *#answer({ api, resultBytes }: Job): Course {
    const { answer, status, download } = this.#costs;
    yield* onThread(api, answer.apiMs);
    yield* this.#reads.execute(answer.cpuMs, 1);
    if (!this.#deployment.clientsFetch) return;
    yield* onThread(api, status.apiMs);
    yield* this.#reads.execute(status.cpuMs, status.statements);
    const isDirect = this.#isDirect(resultBytes);
    yield* onThread(api, download.apiMs + (isDirect ? 0 : (download.apiMsPerMB * resultBytes) / MB));
    yield* this.#reads.execute(download.cpuMs, download.statements);
    if (resultBytes > smallFileBytes) yield* this.#request(api.link, isDirect ? 0 : resultBytes);
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
      if (place >= 0 && --worker.idleSlots === 0) this.#freeWorkers--;
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
      for (const slot of worker.slots) this.#release(slot);
      this.#notified();
    });
  }

  /** What recurs without any conversion, or with each that waits. */
  #burden(intervalMs: number): void {
    const { apis, workers, slots, lockWatchers } = this.#deployment;
    const { idle, ask, look, locks, sync } = this.#costs;
    const seconds = intervalMs / 1000;
    const processes = apis + workers;
    const watching = (Math.min(processes, lockWatchers ?? processes) * intervalMs) / LOCK_INTERVAL_MS;
    const polls = (this.#freeWorkers * intervalMs) / POLL_MS;
    const asking = (Math.min(apis, this.#unfinished) * intervalMs) / ASK_INTERVAL_MS;
    const asked = (Math.min(apis * ROWS_PER_ASK, this.#unfinished) * intervalMs) / ASK_INTERVAL_MS;
    const running = workers * slots - this.#idle.length;
    const syncing = Math.min(workers, running);
    const cpuMs =
      (apis * idle.api.cpuMs + workers * idle.worker.cpuMs) * seconds +
      watching * (locks.cpuMs + processes * locks.cpuMsPerProcess) +
      polls * look.emptyMs +
      (asking * ask.cpuMs + asked * ask.cpuMsPerRow) +
      (syncing * sync.live.cpuMs + running * sync.progress.cpuMs) * seconds;
    this.database.burden(cpuMs, Math.min(processes, 4 * this.#deployment.database.cores));
    this.database.count(
      watching +
        EMPTY_LOOK_STATEMENTS * polls +
        asking +
        (syncing * sync.live.statements + running * sync.progress.statements) * seconds,
    );
    for (const api of this.#apis) {
      const askMs = (asked / apis) * ask.apiMsPerRow + idle.api.processMs * seconds;
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
