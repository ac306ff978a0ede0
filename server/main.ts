import { keepCompiledCode, requireSupportedNode } from '../engine/io/runtime.ts';

requireSupportedNode();
keepCompiledCode();

// Imported only now: everything else may use syntax that older versions of Node cannot parse.
const { runService } = await import('./run-service.ts');
await runService(process.argv.slice(2));
