import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ApiError, type ErrorDetails } from '../../base/errors.ts';
import type { Runtime } from '../../config/config.ts';
import { errorBody } from './error-body.ts';
import { COMMON_HEADERS, errorHeaders, JSON_TYPE } from './headers.ts';

type ConnectionError = Error & { code?: string; rawPacket?: unknown };

/**
 * Responds to input that Node's parser rejected, and ends the connection.
 * @returns the error; undefined if the client has disconnected
 */
export function answerClientError(
  error: ConnectionError,
  socket: Socket,
  codes: Runtime['errorCodes'],
): ApiError | undefined {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return undefined;
  }
  const apiError = readClientError(error);
  sendAndClose(socket, apiError, { codes, hasBody: !isHead(error.rawPacket) });
  return apiError;
}

/** Returns true if a packet starts a HEAD request. The start may also be in an earlier packet, which Node discards. */
const isHead = (packet: unknown): boolean => Buffer.isBuffer(packet) && packet.subarray(0, 5).toString() === 'HEAD ';

export function rejectConnect(socket: Duplex, codes: Runtime['errorCodes']): void {
  sendAndClose(
    socket,
    new ApiError('OperationNotOffered', 'CONNECT is not supported. This service is not a proxy.', {
      details: { allow: [] },
    }),
    { codes, hasBody: true },
  );
}

interface ErrorResponseOptions {
  readonly codes: Runtime['errorCodes'];
  /** False in response to HEAD. */
  readonly hasBody: boolean;
}

function sendAndClose(socket: Duplex, apiError: ApiError, { codes, hasBody }: ErrorResponseOptions): void {
  const body = errorBody(apiError, codes);
  const headers = {
    ...COMMON_HEADERS,
    ...errorHeaders(apiError),
    'content-type': JSON_TYPE,
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${apiError.status} ${STATUS_CODES[apiError.status]}\r\n${lines.join('')}\r\n${hasBody ? body : ''}`,
  );
}

function readClientError({ code, rawPacket }: ConnectionError): ApiError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return limitExceeded('The request arrived too slowly. Send it faster, or send a smaller request.', 408);
    case 'HPE_HEADER_OVERFLOW':
      return isMostlyUrl(rawPacket)
        ? urlTooLong()
        : limitExceeded('The headers are too large. Send fewer or shorter headers.', 431);
    default:
      return new ApiError(
        'BadRequest',
        'Malformed HTTP/1.1 request. Check the headers and the request line, and percent-encode spaces and non-ASCII characters in the URL.',
      );
  }
}

/** @param max maximum length; absent if unknown */
export function urlTooLong(max?: number): ApiError {
  const details = { limit: 'url-bytes', ...(max === undefined ? {} : { max }) };
  return limitExceeded('The URL is too long. Shorten it, or send GraphQL requests with POST.', 414, details);
}

function limitExceeded(message: string, status: number, details?: ErrorDetails): ApiError {
  return new ApiError('LimitExceeded', message, { status, ...(details && { details }) });
}

/** Returns true if more than half of a rejected packet is part of a URL. The packet may start within the URL. */
function isMostlyUrl(packet: unknown): boolean {
  if (!Buffer.isBuffer(packet)) return false;
  const [start = ''] = /^(?:[A-Z]+ )?\S*/.exec(packet.toString('latin1')) ?? [];
  return start.length > packet.length / 2;
}
