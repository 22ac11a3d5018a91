import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ErrorDetails, Refusal } from '../../base/errors.ts';
import type { Runtime } from '../../config/config.ts';
import { errorBody } from './error-body.ts';
import { COMMON_HEADERS, JSON_TYPE, refusalHeaders } from './headers.ts';

type ConnectionError = Error & { code?: string; rawPacket?: unknown };

/**
 * Answers input that Node's HTTP parser rejected, and ends the connection.
 * @returns the refusal sent; undefined if the client has disconnected
 */
export function answerClientError(
  error: ConnectionError,
  socket: Socket,
  codes: Runtime['errorCodes'],
): Refusal | undefined {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return undefined;
  }
  const refusal = readClientError(error);
  endWith(socket, refusal, codes);
  return refusal;
}

export function refuseConnect(socket: Duplex, codes: Runtime['errorCodes']): void {
  endWith(
    socket,
    new Refusal('OperationNotOffered', 'CONNECT is not supported. This service is not a proxy.', {
      details: { allow: [] },
    }),
    codes,
  );
}

function endWith(socket: Duplex, refusal: Refusal, codes: Runtime['errorCodes']): void {
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
      return limitExceeded('The request arrived too slowly. Send it faster, or send a smaller request.', 408);
    case 'HPE_HEADER_OVERFLOW':
      return isMostlyUrl(rawPacket)
        ? urlTooLong()
        : limitExceeded('The headers are too large. Send fewer or shorter headers.', 431);
    default:
      return new Refusal(
        'BadRequest',
        'Malformed HTTP/1.1 request. Check the headers and the request line, and percent-encode spaces and non-ASCII characters in the URL.',
      );
  }
}

/**
 * Returns the refusal of a URL that is too long. GraphQL accepts long requests in a body.
 * @param max absent when unknown
 */
export function urlTooLong(max?: number): Refusal {
  const details = { limit: 'url-bytes', ...(max === undefined ? {} : { max }) };
  return limitExceeded('The URL is too long. Shorten it, or send GraphQL requests with POST.', 414, details);
}

function limitExceeded(message: string, status: number, details?: ErrorDetails): Refusal {
  return new Refusal('LimitExceeded', message, { status, ...(details && { details }) });
}

/** Checks whether the URL, or the rest of one, fills most of the packet that exceeded the header limit. */
function isMostlyUrl(packet: unknown): boolean {
  if (!Buffer.isBuffer(packet)) return false;
  const [start = ''] = /^(?:[A-Z]+ )?\S*/.exec(packet.toString('latin1')) ?? [];
  return start.length > packet.length / 2;
}
