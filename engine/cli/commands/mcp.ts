import { once } from 'node:events';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Engine } from '../../index.ts';
import { createMcpServer } from '../../mcp/index.ts';
import { grantFolders } from '../mcp/granted-folders.ts';
import { localBackend } from '../mcp/local-backend.ts';
import { EXIT, type ExitCode, type Terminal } from '../terminal.ts';

/** Serves the tools to one agent, over standard input and output, until it closes its end. */
export async function runMcp(
  engine: Engine,
  { folders }: { readonly folders: readonly string[] },
  { stdin, stdout, signal, directory }: Terminal,
): Promise<ExitCode> {
  const backend = localBackend(engine, grantFolders(folders, directory));
  const ended = Promise.race([once(stdin, 'end', { signal }), once(stdin, 'close', { signal })]);
  const connection = serveStdio(() => createMcpServer(backend), { transport: new StdioServerTransport(stdin, stdout) });
  await ended.catch(() => {}); // interrupted, or the pipe is broken
  await connection.close();
  return EXIT.ok;
}
