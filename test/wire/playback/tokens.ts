/** An error of the server. By default, a client statement caused it. */
export interface Failure {
  readonly number: number;
  readonly message: string;
  readonly severity?: number;
  readonly state?: number;
  readonly procedure?: string;
  readonly line?: number;
}

const ucs2 = (text: string): Buffer => Buffer.from(text, 'ucs2');
const byte = (value: number): Buffer => Buffer.from([value]);

function short(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16LE(value);
  return buffer;
}

function long(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeInt32LE(value);
  return buffer;
}

function huge(value: bigint): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(value);
  return buffer;
}

const name = (text: string): Buffer => Buffer.concat([byte(text.length), ucs2(text)]);
const token = (type: number, body: Buffer): Buffer => Buffer.concat([byte(type), short(body.length), body]);

const MORE = 1;
const FAILED = 2;
const COUNTED = 16;
const STOPPED = 32;

const done = (type: number, status: number, count = 0): Buffer =>
  Buffer.concat([byte(type), short(status), short(0), huge(BigInt(count))]);

/** Returns the end of a statement within a batch, with its affected rows. */
export const counted = (count?: number): Buffer => done(0xff, count === undefined ? MORE : MORE | COUNTED, count);

/** Returns the end of a batch. */
export const batchDone = (): Buffer => done(0xfd, 0);

/** Returns the end of a procedure call, such as `sp_executesql`. */
export const callDone = (failed = false): Buffer =>
  Buffer.concat([byte(0x79), long(failed ? 1 : 0), done(0xfe, failed ? FAILED : 0)]);

/** Acknowledges an attention. */
export const attentionDone = (): Buffer => done(0xfd, STOPPED);

/** Returns the column metadata: each column is a string of any length. */
function columns(names: readonly string[]): Buffer {
  const all = names.map((column) =>
    Buffer.concat([long(0), short(0), byte(0xe7), short(0xffff), Buffer.alloc(5), name(column)]),
  );
  return Buffer.concat([byte(0x81), short(names.length), ...all]);
}

const NOTHING = 0xffff_ffff_ffff_ffffn;

/** @param size bytes of each chunk */
function chunked(text: string | null, size: number): Buffer {
  if (text === null) return huge(NOTHING);
  const data = ucs2(text);
  const chunks: Buffer[] = [huge(BigInt(data.length))];
  for (let start = 0; start < data.length; start += size) {
    const part = data.subarray(start, start + size);
    chunks.push(long(part.length), part);
  }
  return Buffer.concat([...chunks, long(0)]);
}

/** Returns the rows of a statement, with values split into chunks. */
export function rows(names: readonly string[], values: readonly (readonly (string | null)[])[], size = 4000): Buffer {
  const all = values.map((row) => Buffer.concat([byte(0xd1), ...row.map((text) => chunked(text, size))]));
  return Buffer.concat([columns(names), ...all, done(0xff, MORE | COUNTED, values.length)]);
}

export function failure({ number, message, severity = 16, state = 1, procedure = '', line = 1 }: Failure): Buffer {
  const text = Buffer.concat([short(message.length), ucs2(message)]);
  return token(
    0xaa,
    Buffer.concat([long(number), byte(state), byte(severity), text, name('playback'), name(procedure), long(line)]),
  );
}

/** Accepts the login. */
export const loginDone = (): Buffer =>
  Buffer.concat([
    token(0xad, Buffer.concat([byte(1), Buffer.from([0x74, 0, 0, 4]), name('playback'), Buffer.alloc(4)])),
    done(0xfd, 0),
  ]);

/** Accepts the login and redirects the client to another server. */
export function loginRouted({ host, port }: { readonly host: string; readonly port: number }): Buffer {
  const target = Buffer.concat([byte(0), short(port), short(host.length), ucs2(host)]);
  const body = Buffer.concat([byte(20), short(target.length), target, short(0)]);
  return Buffer.concat([token(0xe3, body), loginDone()]);
}

export const loginRefused = (error: Failure): Buffer => Buffer.concat([failure(error), done(0xfd, FAILED)]);

/**
 * Encryption modes: https://learn.microsoft.com/openspecs/windows_protocols/ms-tds/60f56408-0188-4cd5-8b90-25c6f2423868
 */
export type Encryption = 'on' | 'none' | 'required';

const ENCRYPTION: Readonly<Record<Encryption, number>> = { on: 1, none: 2, required: 3 };

/** Returns the prelogin reply of a server: its version and encryption mode. */
export function greeting(encryption: Encryption): Buffer {
  const version = Buffer.from([16, 0, 0, 0, 0, 0]);
  // Each entry has a type, an offset, and a length.
  const entries = Buffer.from([0, 0, 11, 0, version.length, 1, 0, 11 + version.length, 0, 1, 0xff]);
  return Buffer.concat([entries, version, byte(ENCRYPTION[encryption])]);
}
