/** The typed client of the service, for Node and browsers. It needs only `fetch`. */
export {
  AthanorClient,
  type ClientOptions,
  type Finished,
  type KeyRights,
  type MergeOptions,
  type PlanOptions,
  type PresetSettings,
  type RunningConversion,
} from './client.ts';
export type { Credentials } from './account.ts';
export { AthanorError } from './errors.ts';
export type { ChainStep, ConvertOptions, FileInput, NamedFile, UploadedFile } from './requests.ts';
export type { ResumableOptions } from './resumable.ts';
