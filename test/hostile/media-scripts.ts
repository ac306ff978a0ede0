import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';

/** What no result may contain. */
export const SECRET = 'the-content-of-a-file-of-the-host';

/** A file that is not to be read and a port that is not to be called. */
export interface Canary extends AsyncDisposable {
  readonly secretPath: string;
  readonly port: number;
  /** Connections that were made. */
  readonly calls: number;
}

export async function startCanary(directory: string): Promise<Canary> {
  const secretPath = join(directory, 'secret.ts');
  await writeFile(secretPath, SECRET.repeat(100));
  let calls = 0;
  const server: Server = createServer((socket) => {
    calls++;
    socket.destroy();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  return {
    secretPath,
    port,
    get calls() {
      return calls;
    },
    async [Symbol.asyncDispose]() {
      await new Promise((closed) => server.close(closed));
    },
  };
}

type Script = (canary: Pick<Canary, 'secretPath' | 'port'>) => string;

/** Texts that FFmpeg follows to other files and hosts when it is left to recognise them. */
export const SCRIPTS = {
  'a playlist of files': ({ secretPath }) => playlist(secretPath),
  'a playlist of file addresses': ({ secretPath }) => playlist(`file://${secretPath}`),
  'a playlist of hosts': ({ port }) => playlist(`http://127.0.0.1:${port}/a.ts`),
  'a playlist of the job’s own file': () => playlist('/job/input'),
  'a playlist through a part of a file': ({ secretPath }) => playlist(`subfile,,start,0,end,9999,,:${secretPath}`),
  'a playlist through a socket': ({ port }) => playlist(`tcp://127.0.0.1:${port}`),
  'an encrypted playlist': ({ secretPath, port }) =>
    playlist(`crypto+file://${secretPath}`).replace(
      '#EXTINF',
      `#EXT-X-KEY:METHOD=AES-128,URI="http://127.0.0.1:${port}/key"\n#EXTINF`,
    ),
  'a concat script': ({ secretPath, port }) =>
    `ffconcat version 1.0\nfile '${secretPath}'\nfile 'tcp://127.0.0.1:${port}'\n`,
  'a session description': ({ port }) =>
    `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=a\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio ${port} RTP/AVP 0\n`,
  'a DASH manifest': ({ port }) =>
    `<?xml version="1.0"?><MPD><Period><AdaptationSet><Representation id="1"><BaseURL>http://127.0.0.1:${port}/</BaseURL></Representation></AdaptationSet></Period></MPD>`,
  'an address': ({ port }) => `rtsp://127.0.0.1:${port}/a`,
  'a part of a file': ({ secretPath }) => `subfile,,start,0,end,100,,:${secretPath}`,
} as const satisfies Record<string, Script>;

export type ScriptName = keyof typeof SCRIPTS;

function playlist(entry: string): string {
  return `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${entry}\n#EXT-X-ENDLIST\n`;
}
