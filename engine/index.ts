/** The public interface of the engine; nothing else is public. */
export { ConversionError, ENGINE_ERRORS, type EngineErrorCode, type ErrorDetails } from './contract/errors.ts';
export {
  createEngine,
  type DetectOptions,
  type Engine,
  type EngineOptions,
  type EngineStatus,
  type FormatInfo,
  type MergeTarget,
  type OptionInfo,
} from './engine.ts';
export type { ConversionResult, ConvertOptions, MergeOptions, Meter, PlanOptions } from './run/conversion.ts';
export type { ChainOptions, ChainResult, ChainStepResult } from './run/chain.ts';
export type { ChainPlan, PlannedChainStep } from './run/chain-plan.ts';
export { standsForText } from './run/archived-text.ts';
export { CHAIN_VERBS, parseChainSteps, type ChainStep, type ChainVerb } from './run/chain-steps.ts';
export type { Detection } from './formats/detect/index.ts';
export type { Input } from './io/input.ts';
export type { Warning, WarningCode } from './contract/codec.ts';
export { FEATURES, isFeature, type Feature } from './formats/features.ts';
export { formatOf, nearestFormats, resolveFormat, type Format, type FormatId } from './formats/index.ts';
export { OPTIONS, type OptionDeclaration, type OptionId, type OptionValues } from './formats/options.ts';
export { optionSchema } from './formats/parse-options.ts';
export type { Artifact } from './contract/artifact.ts';
/** @deprecated Use `Artifact`. */
export type { Artifact as PortableArtifact } from './contract/artifact.ts';
export { DEFAULT_LIMITS, type Limits } from './contract/limits.ts';
export type { PlannedStep, PublicPlan as Plan, Rejected } from './planner/plan.ts';
/** @deprecated Use `PlannedStep`. */
export type { PlannedStep as PlannedHop } from './planner/plan.ts';
export { installCommand, PACK_IDS, PACKS, type Pack, type PackId } from './contract/packs.ts';
export { missingPacks, readVersion, requireSupportedNode } from './io/runtime.ts';
export type { Check, Judge, Report } from './contract/report.ts';
export type { Difference, DifferenceKind, DifferencePlace } from './contract/differences.ts';
