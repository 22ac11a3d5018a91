import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** A response with its bytes as they were sent. */
export interface Coded {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** The body decoded by `Content-Encoding`. */
  readonly text: string;
}

export interface CodedRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: (bytes) => brotliDecompressSync(bytes),
  gzip: (bytes) => gunzipSync(bytes),
};

/** Sends no `Accept-Encoding` unless given. `fetch` always sends one, and hides the encoded bytes. */
export async function sendCoded(
  url: string,
  { method = 'GET', headers = {}, body }: CodedRequest = {},
): Promise<Coded> {
  const sent = request(url, { method, headers, agent: false });
  sent.end(body);
  const [response] = await once(sent, 'response');
  const bytes = await buffer(response);
  const decode = decoders[response.headers['content-encoding']] ?? ((plain: Buffer) => plain);
  const text = (bytes.length === 0 ? bytes : decode(bytes)).toString();
  return { status: response.statusCode, headers: response.headers, bytes, text };
}
