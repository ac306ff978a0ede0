import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { ServiceError } from '../errors.ts';
import { signalOf } from '../middleware/abort-signal.ts';
import { readJson } from '../middleware/json-body.ts';
import { callerOf, type RouteContext } from '../middleware/state.ts';
import type { AgentsDependencies } from '../services/agents.ts';

export interface McpDependencies extends AgentsDependencies {
  readonly limits: AgentsDependencies['limits'] & { readonly mcpBytes: number };
  readonly publicUrl: () => string;
}

/** `POST /mcp`: one message of an agent, by the Model Context Protocol over streamable HTTP, without sessions. */
export function serveAgents(dependencies: McpDependencies) {
  const { limits, publicUrl } = dependencies;
  return async (context: RouteContext): Promise<void> => {
    const { accountId, keyId, hasQuota: hasKeyQuota, tier } = callerOf(context);
    const parsedBody = await readJson(context, limits.mcpBytes);
    // Thousands of calls in one request would count as one against the rates.
    if (Array.isArray(parsedBody)) throw oneMessage();
    const { log } = context.state;
    const signal = signalOf(context);
    // The SDK is loaded with the first call.
    const [{ createMcpHandler }, { createMcpServer }, { agentBackend }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('../../engine/mcp/index.ts'),
      import('../services/agents.ts'),
    ]);
    const backend = agentBackend(dependencies, { accountId, keyId, hasKeyQuota, tier }, { log, signal });
    const handler = createMcpHandler(() => createMcpServer(backend), {
      onerror: (error) => log.debug({ err: error }, 'a message of an agent was refused'),
      // Nothing ever changes that an agent could wait for, and each would hold a connection.
      maxSubscriptions: 0,
    });
    const headers = Object.entries(context.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    );
    const request = new Request(`${publicUrl()}/mcp`, {
      method: 'POST',
      headers: Object.fromEntries(headers),
      signal,
    });
    const response = await handler.fetch(request, { parsedBody });
    context.set(Object.fromEntries(response.headers));
    context.status = response.status;
    if (response.body) context.body = Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
  };
}

function oneMessage(): ServiceError {
  const message = 'The body is a list. Send one JSON-RPC message in each request.';
  return new ServiceError({ code: 'malformed_request', message });
}
