import type { ErrorDetails } from './errors.ts';
import type { Feature, FeatureSet } from '../formats/features.ts';
import type { FormatId } from '../formats/index.ts';
import type { NeedId } from '../formats/needs.ts';
import type { OptionId, OptionValues } from '../formats/options.ts';
import type { Artifact } from './artifact.ts';
import type { Limits } from './limits.ts';
import type { ArchiveFacts, Facts, Thumbnail } from './facts.ts';
import type { MomentKind, Sample, SampleRequest } from './samples.ts';

/** Which worker threads run a codec: codecs of one lane share their workers, their memory budget and their queue. */
export type Lane = 'light' | 'image' | 'media' | 'document' | 'office' | 'ocr';

/**
 * What an edge does to the content. `recode` writes the same content again; the others change its nature, and a plan
 * holds at most one of them: `render` (text to pixels), `extract` (the audio of a video), `infer` (tracing, OCR),
 * `wrap` (an image in a document; only as the last step).
 */
export type Operation = 'recode' | 'render' | 'extract' | 'infer' | 'wrap';

/** `base + perMB × size`: milliseconds or megabytes, by the size of the step's input in MB (10⁶ bytes). */
export interface CostModel {
  readonly base: number;
  readonly perMB: number;
}

/**
 * One group of pairs that keep the same: an honest N×M in one object, its exceptions named. The planner walks it
 * lazily and never expands it.
 */
export interface EdgeSpec {
  /** Names the edge within its codec: the key of its measured costs and quality penalty, and what `explain` prints. */
  readonly name: string;
  readonly from: readonly FormatId[];
  readonly to: readonly FormatId[];
  /** Honest: a feature is listed only if a golden case shows that it survives. */
  readonly keeps: FeatureSet;
  /**
   * Pairs (`'gif>tiff'`) that keep less than the group, or that do not exist. The target's id is checked when the graph
   * is built: a union of all pairs would be too large for the compiler.
   */
  readonly except?: Readonly<Record<`${FormatId}>${string}`, { readonly drops: FeatureSet } | 'absent'>>;
  /** What the edge derives from what is still kept: typesetting derives look from text, OCR text from look. */
  readonly derives?: readonly { readonly from: Feature; readonly to: Feature }[];
  /** The codec can write the same format again (png → png): planned only when source and target are the same. */
  readonly selfEdges?: true;
  /** A self-edge that is made to write smaller files: it comes before others that lose as much, however long it takes. */
  readonly shrinks?: true;
  readonly operation: Operation;
  /** How many of a source's pages, frames or entries the edge takes: all, or only the first. */
  readonly takes: 'one' | 'first' | 'all';
  readonly gives: 'one' | 'many';
  /** Sources that the codec may partition, so that idle workers convert it together (see `Partitioning`). */
  readonly partitionable?: readonly FormatId[];
  /** Infers what a page was made of: planned from the file itself, never from pages that another step has laid out. */
  readonly sourceOnly?: true;
  /** Only where every step before is a `recode`: what it draws must be the source's own content. */
  readonly requiresUntransformed?: true;
  /** Only where the caller asks for it by this option, and then without further consent: nothing is made so by itself. */
  readonly onlyWith?: OptionId;
  /** Only as the last step: the next would undo what it does. */
  readonly onlyLast?: true;
  /** For files that the usual codec cannot read: of two paths that keep the same, the other is taken. */
  readonly fallbackOnly?: true;
  /** Merges several files into one, and how: used by `engine.merge` alone, never by a plan. */
  readonly merges?: MergeKind;
  readonly needs?: readonly NeedId[];
  readonly options?: readonly OptionId[];
  readonly cost: {
    readonly ms: CostModel;
    readonly memoryMB: CostModel;
    readonly cpuSlots: number;
    /** Output size ÷ input size, for the next step's estimate until it is measured; 1 if absent. */
    readonly growth?: number;
  };
  /** Whether the edge itself loses a generation; the target format's `lossy` if absent. */
  readonly lossy?: boolean;
}

/** What several files are in the one that they become: its pages, the frames of a video, or parts played in turn. */
export type MergeKind = 'pages' | 'frames' | 'parts';

/** A WebAssembly binary that the engine compiles once per process and shares with the codec's workers. */
export interface WasmBinary {
  /** Import specifier of the file, e.g. `@imagemagick/magick-wasm/magick.wasm`. */
  readonly file: string;
  /** Ceiling of the module's memory in pages of 64 KiB, written into the binary before it is compiled. */
  readonly maxPages: number;
  /** Of the file as the package brings it: another one is refused. For packages whose insides the codec relies on. */
  readonly sha256?: string;
  /** The library gets functions of ours to call: its table of functions may grow. */
  readonly growableTable?: true;
}

/** The declaration of a codec: cheap data. Everything heavy is behind `load`, which only workers call. */
export interface Codec {
  readonly id: string;
  readonly lane: Lane;
  /** The npm packages that the codec needs; plans that use it are refused, with their names, when one is missing. */
  readonly packages: readonly string[];
  /** Those that it uses where they are installed, and does without for most files. */
  readonly optionalPackages?: readonly string[];
  /** SPDX expression of what the packages bring in. */
  readonly licence: string;
  readonly wasm?: Readonly<Record<string, WasmBinary>>;
  /** Must start before its worker thread is sealed (it starts threads of its own). */
  readonly startsUnsealed?: true;
  /** What its runner needs of the platform and nobody can import once the thread is sealed. It starts with its first job. */
  readonly platform?: 'threads' | 'sqlite';
  /** Formats that `Runner.inspect` reads, for facts before planning and for verification. A reader has no edges. */
  readonly inspects: readonly FormatId[];
  /** Formats that it reads as well, but only to judge what another codec wrote: never the first to look at a source. */
  readonly verifies?: readonly FormatId[];
  /**
   * Sources that `convert` previews while it has them decoded (`RunContext.preview`, `RunContext.list`): they are not
   * decoded once more before, only to be inspected.
   */
  readonly previews?: readonly FormatId[];
  /** Formats of which it decodes single moments (`Runner.sample`), to compare what a source and its result play. */
  readonly samples?: readonly FormatId[];
  readonly edges: readonly EdgeSpec[];
  readonly load: () => Promise<{ readonly default: CreateRunner }>;
}

/** A compiled WebAssembly module. `WebAssembly` itself is declared by the type libraries of browsers alone. */
export type CompiledModule = object;

/** What a runner gets when its worker starts it. */
interface RunnerEnvironment {
  /** The compiled modules named in `Codec.wasm`. */
  readonly modules: Readonly<Record<string, CompiledModule>>;
  readonly limits: Limits;
}

export type CreateRunner = (environment: RunnerEnvironment) => Runner | Promise<Runner>;

/** One step of a plan as its worker sees it. */
export interface Step {
  readonly codec: string;
  readonly edge: string;
  readonly from: FormatId;
  readonly to: FormatId;
  readonly options: OptionValues;
  /** Only this partition of the source is to be converted, into whatever its codec joins later. */
  readonly partition?: Partition;
  /** The partitions are converted: the inputs are the source and, in order, what became of each. */
  readonly partitions?: readonly Partition[];
}

/** A part of a source in the terms of the codec that partitioned it. */
export type Partition = Readonly<Record<string, number>>;

/**
 * Workers are idle, and a codec may name partitions of its source instead of converting it; it then returns nothing. It
 * is called again for each partition (`Step.partition`), in several workers at the same time, and at last to join the
 * results (`Step.partitions`).
 */
export interface Partitioning {
  /** Partitions that can be converted at the same time: two or more. */
  readonly maxPartitions: number;
  /** `share`: of the whole work, what the partitions are (0 to 1); nearly all if absent. */
  propose(partitions: readonly Partition[], share?: number): void;
}

/** The working half of a codec. Runs in a sealed worker; keeps no state between jobs. */
export interface Runner {
  /**
   * Looks at a file without converting it. `effort` says how far: `probe` reads headers, `quick` decodes a
   * sample whose size depends on the file alone, `full` everything.
   */
  inspect?(artifact: Artifact, request: InspectRequest, context: RunContext): Facts | Promise<Facts>;
  /**
   * A checksum of all packets of each track of these kinds, in the order of the file; nothing of a file that is too large
   * to be read for it.
   */
  packetSums?(
    artifact: Artifact,
    kinds: readonly MomentKind[],
    context: RunContext,
  ): Promise<readonly (readonly [MomentKind, string])[]>;
  /** Decodes moments of a video or audio, in their order. */
  sample?(artifact: Artifact, request: SampleRequest, context: RunContext): Sample[] | Promise<Sample[]>;
  convert?(inputs: readonly Artifact[], step: Step, context: RunContext): Artifact[] | Promise<Artifact[]>;
  /** Runs something small, so that the first job does not pay for lazy compilation. */
  warm?(context: RunContext): void | Promise<void>;
  dispose?(): void | Promise<void>;
}

export interface InspectRequest {
  readonly effort: 'probe' | 'quick' | 'full';
  readonly password?: string;
  /** Dialect of a text in Markdown. */
  readonly dialect?: OptionValues['dialect'];
  /** Reference system of the coordinates of a source that does not say it. */
  readonly sourceCrs?: string;
  /** It becomes a 3D model: of a drawing, what it has in space will be compared. */
  readonly asModel?: boolean;
  /** What is left of a truncated file will do: the facts are those of that, and a warning tells of it. */
  readonly salvage?: boolean;
  /** With `salvage`: what another reader found missing, which this one may not notice. */
  readonly missing?: ErrorDetails;
  /** Its appearance will not be compared: a document need not be rendered. */
  readonly skipPreview?: boolean;
  /** Of its appearance only that it shows anything will be compared: what is drawn beyond that tells nothing. */
  readonly anyPreview?: boolean;
  /** Of its table only the first rows will be compared, and how many there are. */
  readonly onlyHead?: boolean;
  /** It is a result, to be compared with its source: of a list the entries count alone, wherever they are in it. */
  readonly isResult?: boolean;
}

/** A file that the job may read at positions; closed by the worker at the end of the job. */
export interface InputFile {
  readonly size: number;
  /** Fills `target` from `position` on; returns how many bytes were read (fewer at the end of the file). */
  read(target: Uint8Array, position: number): number;
}

/** A file that the job writes at positions. Throws `output_too_large` beyond the job's budget. */
export interface OutputFile {
  readonly size: number;
  write(bytes: Uint8Array, position: number): void;
  read(target: Uint8Array, position: number): number;
  truncate(size: number): void;
  /** Ends the writing and gives the file on as an artifact. */
  finish(): Artifact;
}

/** What a codec may do beyond computing: everything else is sealed away from its thread. */
export interface RunContext {
  readonly limits: Limits;
  /** Aborted when the job's soft deadline has passed: check it between units of work. A hard abort ends the thread. */
  readonly signal: AbortSignal;
  /** The whole content of an input. The buffer belongs to the job and may be kept until its end. */
  bytes(artifact: Artifact): Uint8Array;
  open(artifact: Artifact): InputFile;
  create(name: string, format: FormatId): OutputFile;
  /** 0 to 1, monotone; more than ten a second are dropped. */
  progress(fraction: number): void;
  /**
   * Takes thumbnails of the source, as a quick inspection would have made them. Absent when nobody needs them; a codec
   * that declares `previews` may still leave it, and the source is then inspected on its own.
   */
  readonly preview?: (thumbnails: readonly Thumbnail[]) => void;
  /** The same for an archive: takes what lies in it from who unpacks it all the same. */
  readonly list?: (archive: ArchiveFacts) => void;
  /** Absent where the source must be converted in one piece. */
  readonly partitioning?: Partitioning;
  /** Tells the caller about something that was dropped or changed. */
  warn(warning: Warning): void;
}

/** Something that the caller should know about a result; `lost` names features that the result lacks because of it. */
export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
  readonly lost?: FeatureSet;
  readonly details?: ErrorDetails;
}

/** Every code of a warning. */
export const WARNING_CODES = [
  'file_name_mismatch',
  'fallback_used',
  'feature_dropped',
  'text_dropped',
  'picture_dropped',
  'link_dropped',
  'font_substituted',
  'font_not_embedded',
  'colour_profile_assumed',
  'depth_reduced',
  'shades_reduced',
  'frames_dropped',
  'track_dropped',
  'tags_dropped',
  'values_stringified',
  'column_named',
  'input_repaired',
  'input_cut_off',
  'encoding_assumed',
  'text_recognised',
  'coordinates_converted',
  'unit_assumed',
] as const;

export type WarningCode = (typeof WARNING_CODES)[number];

/** Identity with a type: makes a wrong format, feature, option or need in a declaration a compile error. */
export function defineCodec(codec: Codec): Codec {
  return codec;
}
