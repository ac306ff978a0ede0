import { keepCompiledCode, requireSupportedNode } from '../engine/io/runtime.ts';

requireSupportedNode();
keepCompiledCode();

// Only now: everything else may use what older versions of Node cannot even parse.
const { runService } = await import('./run-service.ts');
await runService();
