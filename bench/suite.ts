import type { Machine } from './machine.ts';
import type { SuiteName, SuiteResults } from './results.ts';

/** What a suite gets from the command line. */
export interface SuiteContext {
  /** Turns that each task takes. */
  readonly rounds: number;
  /** An empty directory for the suite alone, removed after it. */
  readonly directory: string;
  readonly machine: Machine;
  readonly signal: AbortSignal;
  /** Tells the person who waits what is being measured. */
  readonly log: (line: string) => void;
}

export type SuiteContent = Partial<Omit<SuiteResults, 'suite' | 'seconds'>>;
export type RunSuite = (context: SuiteContext) => Promise<SuiteContent>;

/** Suites load when they are run: one that is broken does not hinder of the others. */
export const SUITES: Readonly<Record<SuiteName, () => Promise<RunSuite>>> = {
  start: async () => (await import('./suites/start.bench.ts')).runStartSuite,
  planner: async () => (await import('./suites/planning.ts')).runPlannerSuite,
  convert: async () => (await import('./suites/convert.bench.ts')).runConvertSuite,
  image: async () => (await import('./suites/image.bench.ts')).runImageSuite,
  media: async () => (await import('./suites/media.bench.ts')).runMediaSuite,
  document: async () => (await import('./suites/document.bench.ts')).runDocumentSuite,
  archive: async () => (await import('./suites/archive.bench.ts')).runArchiveSuite,
  data: async () => (await import('./suites/data.bench.ts')).runDataSuite,
  ebook: async () => (await import('./suites/ebook.bench.ts')).runEbookSuite,
  font: async () => (await import('./suites/font.bench.ts')).runFontSuite,
  scene: async () => (await import('./suites/scene.bench.ts')).runSceneSuite,
  'pdf-docx': async () => (await import('./suites/pdf-docx.bench.ts')).runPdfDocxSuite,
  wanted: async () => (await import('./suites/wanted.bench.ts')).runWantedSuite,
  throughput: async () => (await import('./suites/throughput.bench.ts')).runThroughputSuite,
  verify: async () => (await import('./suites/verify.bench.ts')).runVerifySuite,
  server: async () => (await import('./suites/server.bench.ts')).runServerSuite,
};
