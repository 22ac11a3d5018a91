import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import type { HostileRequest } from './hostile-request.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const RESPONSE_TIMEOUT_MS = 40_000;

/** By content coding. The coding of an empty body is irrelevant. */
const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

function decode(bytes: Buffer, { 'content-encoding': coding = 'identity' }: IncomingHttpHeaders): string {
  const decoder = bytes.length === 0 ? undefined : decoders[coding];
  return (decoder?.(bytes) ?? bytes).toString();
}

/** Sends requests over connections that are kept alive, so that a broken one is noticed. */
export class Sender {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });

  /**
   * Repeats a request once if the service has closed the reused connection.
   * @throws Error without a response
   */
  async send(origin: string, hostile: HostileRequest): Promise<Answer> {
    try {
      return await this.#send(origin, hostile);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ECONNRESET' && code !== 'EPIPE') throw error;
      return this.#send(origin, hostile);
    }
  }

  #send(origin: string, { method, path, headers, body }: HostileRequest): Promise<Answer> {
    const { hostname, port } = new URL(origin);
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
      const sent = request({
        hostname,
        port,
        method,
        path,
        agent: this.#agent,
        setHost: headers.host === undefined,
        signal,
      });
      for (const [name, value] of Object.entries(headers)) {
        // Node reads these itself.
        if (!['connection', 'upgrade', 'expect', 'te', '__proto__'].includes(name)) sent.setHeader(name, value);
      }
      sent.on('error', reject);
      sent.on('response', (response) => {
        const { statusCode: status = 0, headers: received } = response;
        buffer(response).then((bytes) => resolve({ status, headers: received, body: decode(bytes, received) }), reject);
      });
      if (body === undefined) sent.end();
      else sent.setHeader('content-length', body.length).end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Milliseconds without data after which the request is ended, in case the service waits for the rest of it. */
const IDLE_MS = 150;

/** Milliseconds for the last responses, and for closing the connection. */
const CLOSE_MS = 10_000;

/**
 * Sends bytes on a new connection, and returns all that it receives until the service closes the connection.
 * @throws Error if the service does not close it
 */
export function sendBytes(origin: string, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(bytes));
    const end = (): void => {
      socket.destroy();
      resolve(Buffer.concat(received).toString('latin1'));
    };
    socket.setTimeout(IDLE_MS, () => {
      if (socket.writableEnded) {
        socket.destroy();
        reject(new Error(`The connection is still open ${CLOSE_MS} ms after the end of the request.`));
        return;
      }
      socket.end();
      socket.setTimeout(CLOSE_MS);
    });
    socket.on('data', (chunk) => received.push(chunk));
    // A reset after the response is allowed: the service does not read the rest.
    socket.on('error', end);
    socket.on('close', end);
  });
}
