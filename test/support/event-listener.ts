import { request as httpRequest } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** The events of a conversion as they come in. */
export function listen(eventsUrl: string, headers: Readonly<Record<string, string>>) {
  const opened = Promise.withResolvers<number>();
  const ended = Promise.withResolvers<string>();
  let text = '';
  const request = httpRequest(eventsUrl, { headers, agent: false }, (response) => {
    opened.resolve(response.statusCode!);
    response.on('data', (chunk: Buffer) => (text += chunk.toString()));
    response.on('close', () => ended.resolve(text));
  });
  request.on('error', (error) => opened.reject(error));
  request.end();
  return {
    opened: opened.promise,
    ended: ended.promise,
    close: () => request.destroy(),
    async until(part: string) {
      while (!text.includes(part)) await wait(2);
    },
  };
}
