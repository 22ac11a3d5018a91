import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '../base/errors.ts';
import type { Runtime } from '../config/config.ts';
import { errorBody } from './error-body.ts';
import { COMMON_HEADERS, JSON_TYPE, refusalHeaders } from './headers.ts';

type ConnectionError = Error & { code?: string; rawPacket?: unknown };

/** Answers what Node's HTTP parser gave up on, before there is a request, and ends the connection. */
export function answerClientError(error: ConnectionError, socket: Socket, codes: Runtime['errorCodes']): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = readClientError(error);
  const body = errorBody(refusal, codes);
  const headers = {
    ...COMMON_HEADERS,
    ...refusalHeaders(refusal),
    'content-type': JSON_TYPE,
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`);
}

function readClientError({ code, rawPacket }: ConnectionError): Refusal {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return limitExceeded('The request came too slowly: send it again, faster or smaller.', 408);
    case 'HPE_HEADER_OVERFLOW':
      return isUrl(rawPacket)
        ? urlTooLong()
        : limitExceeded('The headers are too large: send fewer or shorter ones.', 431);
    default:
      return new Refusal('BadRequest', 'This is not HTTP/1.1: check the request line and the headers.');
  }
}

/** The URL is longer than is read; a POST takes the same things in its body. */
export function urlTooLong(): Refusal {
  return limitExceeded('The URL is too long: send the same as a POST with a JSON body.', 414);
}

function limitExceeded(message: string, status: number): Refusal {
  return new Refusal('LimitExceeded', message, { status });
}

/** A packet that overflows without ever leaving its first word after the method can only be a URL. */
function isUrl(packet: unknown): boolean {
  return Buffer.isBuffer(packet) && /^(?:[A-Z]+ )?\S*$/.test(packet.toString('latin1'));
}
