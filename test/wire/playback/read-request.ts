import { MESSAGE, type Message } from './packets.ts';

/** A parameter declaration and its value. */
export interface Parameter {
  readonly declared: string;
  readonly value: string | Buffer | null;
}

/** A request from a client. */
export interface Request {
  readonly kind: 'batch' | 'call';
  readonly text: string;
  /** By name, without `@`. */
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly resets: boolean;
}

/** Reads a batch or a call of `sp_executesql`. @throws Error for any other message */
export function readRequest({ type, data, resets }: Message): Request {
  // Skips the headers.
  const body = data.subarray(data.readUInt32LE(0));
  if (type === MESSAGE.batch) return { kind: 'batch', text: body.toString('ucs2'), parameters: {}, resets };
  if (type !== MESSAGE.rpc) throw new Error(`The server does not play back messages of kind ${type}.`);
  const reader = new Reader(body);
  if (reader.short() !== 0xffff || reader.short() !== SP_EXECUTESQL)
    throw new Error('The server plays back only sp_executesql.');
  reader.short();
  const [text, declarations, ...values] = [...reader.parameters()];
  const declared = new Map(
    [...String(declarations?.value ?? '').matchAll(/@(\w+) ([^,]*(?:\([^)]*\))?)/g)].map(([, name = '', type = '']) => [
      name,
      type,
    ]),
  );
  const parameters = Object.fromEntries(
    values.map(({ name, value }) => [name.slice(1), { declared: declared.get(name.slice(1)) ?? '', value }]),
  );
  return { kind: 'call', text: String(text?.value), parameters, resets };
}

const SP_EXECUTESQL = 10;
const TEXT = 0xe7;
const BYTES = 0xa5;
const BEYOND = 0xffff;
const NOTHING = 0xffff_ffff_ffff_ffffn;

class Reader {
  readonly #data: Buffer;
  #place = 0;

  constructor(data: Buffer) {
    this.#data = data;
  }

  short(): number {
    return this.#take(2).readUInt16LE();
  }

  *parameters(): Generator<{ readonly name: string; readonly value: string | Buffer | null }> {
    while (this.#place < this.#data.length) {
      const name = this.#take(2 * this.#byte()).toString('ucs2');
      this.#byte();
      const type = this.#byte();
      if (type !== TEXT && type !== BYTES) throw new Error(`A parameter of type ${type} is neither text nor bytes.`);
      const length = this.short();
      if (type === TEXT) this.#take(5);
      const value = length === BEYOND ? this.#chunks() : this.#plain();
      yield { name, value: type === TEXT && value !== null ? value.toString('ucs2') : value };
    }
  }

  #plain(): Buffer | null {
    const length = this.short();
    return length === BEYOND ? null : this.#take(length);
  }

  #chunks(): Buffer | null {
    if (this.#take(8).readBigUInt64LE() === NOTHING) return null;
    const chunks: Buffer[] = [];
    for (let length = this.#long(); length > 0; length = this.#long()) chunks.push(this.#take(length));
    return Buffer.concat(chunks);
  }

  #byte(): number {
    return this.#take(1).readUInt8();
  }

  #long(): number {
    return this.#take(4).readUInt32LE();
  }

  #take(count: number): Buffer {
    this.#place += count;
    return this.#data.subarray(this.#place - count, this.#place);
  }
}
