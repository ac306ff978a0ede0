/** One server-sent event. */
export interface ServerEvent {
  readonly event: string;
  readonly id: string;
  readonly data: string;
}

/** Reads the events of a `text/event-stream` body (HTML standard §9.2.6), without comments and retry times. */
export async function* readServerEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop()!;
    for (const block of blocks) {
      const event = eventOf(block);
      if (event) yield event;
    }
  }
}

function eventOf(block: string): ServerEvent | undefined {
  const fields = new Map(
    block
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trimStart()]),
  );
  const data = fields.get('data');
  return data === undefined ? undefined : { event: fields.get('event') ?? 'message', id: fields.get('id') ?? '', data };
}
