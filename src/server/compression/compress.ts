import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Runtime } from '../../config/config.ts';
import type { Coding } from './coding.ts';
import { Turns } from './turns.ts';

/** How hard answers are compressed. */
export type Level = Exclude<Runtime['compression'], 'none'>;

/** A text, or bytes. Bytes are pages that are sent over and over: they are compressed once, for as long as somebody holds them. */
export type Body = string | Buffer;

/** Compresses a body in the threads of libuv. Undefined where so many bytes wait for them that the body is better sent as it is. */
export type Compress = (body: Body, coding: Coding) => Promise<Buffer> | undefined;

/** Higher qualities save few bytes for more and more time. */
const qualities: Readonly<Record<Level, Readonly<Record<Coding, number>>>> = {
  optimal: { br: 4, gzip: 6 },
  fastest: { br: 1, gzip: 1 },
};

/** One of libuv's four threads is left for reading files and looking up names. */
const THREADS = Math.min(3, availableParallelism());

/** Bytes of all bodies that may wait, without those that are being compressed. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

const coders = { br: promisify(brotliCompress), gzip: promisify(gzip) };

export function createCompress(level: Level): Compress {
  const { br, gzip: gzipLevel } = qualities[level];
  const turns = new Turns(THREADS, MAX_WAITING_BYTES);
  const once = new WeakMap<Buffer, Map<Coding, Promise<Buffer>>>();
  const code = (body: Body, coding: Coding): Promise<Buffer> => {
    if (coding === 'gzip') return coders.gzip(body, { level: gzipLevel });
    const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_SIZE_HINT } = constants;
    const params = { [BROTLI_PARAM_QUALITY]: br, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT };
    return coders.br(body, { params: { ...params, [BROTLI_PARAM_SIZE_HINT]: body.length } });
  };
  const inTurn = (body: Body, coding: Coding) => turns.take(body.length, () => code(body, coding));
  return (body, coding) => {
    if (typeof body === 'string') return inTurn(body, coding);
    const known = once.get(body)?.get(coding);
    if (known !== undefined) return known;
    const made = inTurn(body, coding);
    if (made !== undefined) once.set(body, new Map([...(once.get(body) ?? []), [coding, made]]));
    return made;
  };
}
