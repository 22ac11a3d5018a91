import type { IncomingHttpHeaders } from 'node:http';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { throwApiError } from '../../base/errors.ts';
import type { Observers } from '../../base/observers.ts';
import type { Runtime } from '../../config/config.ts';
import { tagForEncoding } from '../caching/entity-tags.ts';
import { isLonger } from '../http/is-longer.ts';
import { observeInternalError } from '../observability/observe-internal-error.ts';
import { type ContentEncoding, codings } from './coding.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns undefined for an uncompressed response. */
    encodingFor(headers: IncomingHttpHeaders, body: Body): ContentEncoding | undefined;
  }
}

const MIN_BYTES = 1024;

/**
 * Compresses responses. Bodies are not streamed, because their headers contain the length and the final encoding. Each
 * encoding has its own ETag, so a 304 needs no compression.
 */
export function addCompression(server: FastifyInstance, level: Runtime['compression'], { observe }: Observers): void {
  if (level === 'none') {
    server.decorate('encodingFor', () => undefined);
    return;
  }
  server.decorate('encodingFor', ({ 'accept-encoding': header }, body) => {
    if (header === undefined) return undefined;
    const { encoding, plain } = readAccepted(String(header));
    return plain && !isLonger(body, MIN_BYTES - 1) ? undefined : encoding;
  });
  // Runs after all checks that need no body, and before the body is read.
  server.addHook('preParsing', ({ headers: { 'accept-encoding': header }, is404 }, _reply, payload, done) => {
    if (header !== undefined && !is404) checkAccepted(String(header));
    done(null, payload);
  });
  const compress = createCompress(level);
  server.addHook('onSend', (request, reply, body, done) => {
    const { headers } = request;
    if (headers['accept-encoding'] === undefined || !isBody(body)) {
      done(null, body);
      return;
    }
    const encoding = server.encodingFor(headers, body);
    const compressed = encoding && compress(body, encoding);
    if (encoding === undefined || compressed === undefined) {
      done(null, body);
      return;
    }
    compressed
      .then(
        (bytes) => {
          setEncodingHeaders(reply, encoding);
          return bytes;
        },
        (error) => {
          observeInternalError(error, request, observe);
          return body;
        },
      )
      .then((sent) => done(null, sent))
      .catch(done);
  });
}

const isBody = (body: unknown): body is Body => typeof body === 'string' || Buffer.isBuffer(body);

function setEncodingHeaders(reply: FastifyReply, encoding: ContentEncoding): void {
  reply.header('content-encoding', encoding);
  const etag = reply.getHeader('etag');
  if (typeof etag === 'string') reply.header('etag', tagForEncoding(etag, encoding));
}

function checkAccepted(header: string): void {
  const { encoding, plain } = readAccepted(header);
  if (!plain && encoding === undefined) {
    throwApiError('NotAcceptable', `Unsupported Accept-Encoding header. Use identity or ${codings.join(' or ')}.`);
  }
}

type Level = Exclude<Runtime['compression'], 'none'>;

/** A Buffer is sent repeatedly, so its compressed form is cached. */
type Body = string | Buffer;

/** Returns undefined if the queue is full. The body is then sent uncompressed. */
type Compress = (body: Body, encoding: ContentEncoding) => Promise<Buffer> | undefined;

/** Higher qualities take much more time and save few bytes. */
const qualities: Readonly<Record<Level, Readonly<Record<ContentEncoding, number>>>> = {
  optimal: { br: 4, gzip: 6 },
  fastest: { br: 1, gzip: 1 },
};

/** One of libuv's four threads stays free for files and DNS lookups. */
const THREADS = Math.min(3, availableParallelism());

const MAX_WAITING_BYTES = 32 * 1024 * 1024;

const coders = { br: promisify(brotliCompress), gzip: promisify(gzip) };

export function createCompress(level: Level): Compress {
  const { br, gzip: gzipLevel } = qualities[level];
  const limiter = new ConcurrencyLimiter(THREADS, MAX_WAITING_BYTES);
  const cache = new WeakMap<Buffer, Map<ContentEncoding, Promise<Buffer>>>();
  const code = (body: Body, encoding: ContentEncoding): Promise<Buffer> => {
    if (encoding === 'gzip') return coders.gzip(body, { level: gzipLevel });
    const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_SIZE_HINT } = constants;
    const params = { [BROTLI_PARAM_QUALITY]: br, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT };
    return coders.br(body, { params: { ...params, [BROTLI_PARAM_SIZE_HINT]: body.length } });
  };
  const compressQueued = (body: Body, encoding: ContentEncoding) =>
    limiter.run(body.length, () => code(body, encoding));
  return (body, encoding) => {
    if (typeof body === 'string') return compressQueued(body, encoding);
    const cached = cache.get(body)?.get(encoding);
    if (cached !== undefined) return cached;
    const compressed = compressQueued(body, encoding);
    if (compressed !== undefined) cache.set(body, new Map([...(cache.get(body) ?? []), [encoding, compressed]]));
    return compressed;
  };
}

const IDENTITY = 'identity';

const MAX_CACHED = 64;

interface AcceptedEncodings {
  /** Undefined if the client prefers uncompressed bytes, or accepts no encoding. */
  readonly encoding: ContentEncoding | undefined;
  /** True if the client accepts uncompressed bytes. */
  readonly plain: boolean;
}

const cached = new LRUCache<string, AcceptedEncodings>({ max: MAX_CACHED });

/** https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3 */
function readAccepted(header: string): AcceptedEncodings {
  const hit = cached.get(header);
  if (hit !== undefined) return hit;
  const accepted = negotiate(header);
  cached.set(header, accepted);
  return accepted;
}

/** Options that the package's type lacks. */
interface NegotiationOptions {
  encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): readonly string[];
}

function negotiate(header: string): AcceptedEncodings {
  const available = [...codings, IDENTITY];
  const negotiating: NegotiationOptions = new Negotiator({ headers: { 'accept-encoding': header } });
  const ranked = negotiating.encodings(available, { preferred: available });
  return { encoding: codings.find((encoding) => encoding === ranked[0]), plain: ranked.includes(IDENTITY) };
}

/** Runs a limited number of tasks, in FIFO order. */
export class ConcurrencyLimiter {
  readonly #max: number;
  readonly #maxWaiting: number;
  readonly #waiting: { readonly size: number; readonly begin: () => void }[] = [];
  #running = 0;
  #waitingSize = 0;

  /** @param maxWaiting maximum total size of queued tasks */
  constructor(max: number, maxWaiting: number) {
    this.#max = max;
    this.#maxWaiting = maxWaiting;
  }

  /** Returns undefined if the queue is full. */
  run<T>(size: number, work: () => Promise<T>): Promise<T> | undefined {
    if (this.#running < this.#max) {
      this.#running += 1;
      return this.#run(work);
    }
    if (this.#waitingSize + size > this.#maxWaiting) return undefined;
    this.#waitingSize += size;
    return new Promise<void>((begin) => this.#waiting.push({ size, begin })).then(() => this.#run(work));
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    this.#waitingSize -= next.size;
    next.begin();
  }
}
