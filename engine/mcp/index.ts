/** Tools for agents by the Model Context Protocol. Loads the SDK: import it only where it is used. */
export {
  AgentError,
  type AgentBackend,
  type AgentControl,
  type AgentConversion,
  type AgentFile,
  type AgentMerge,
  type AgentOutput,
  type AgentReading,
  type AgentResult,
  type AgentText,
  type FilePlanRequest,
} from './backend.ts';
export { INLINE_INPUT_BYTES, INLINE_OUTPUT_BYTES, TEXT_BYTES } from './limits.ts';
export { asTextItself, READING, textTooLong } from './reading.ts';
export { createMcpServer } from './tools.ts';
