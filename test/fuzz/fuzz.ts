import { Random } from '../oracle/generate/random.ts';
import { checkAnswer, checkBytes } from './check-answer.ts';
import { generators, RAW_SHARE } from './generators.ts';
import type { FuzzContext, HostileRequest, RawRequest } from './hostile-request.ts';
import { rawRequest } from './raw-requests.ts';
import { type Answer, Sender, sendBytes } from './send.ts';
import type { FuzzTarget } from './target.ts';

export interface FuzzOptions {
  readonly seed: number;
  readonly requests: number;
  /** Number of the first request. */
  readonly from?: number;
  /** Sends only this request. */
  readonly only?: number | undefined;
  readonly onProgress?: (sent: number) => void;
}

export interface Fault {
  /** Number of the request, for `--only`. Undefined if several requests may be the cause. */
  readonly number: number | undefined;
  readonly generator: string;
  readonly request: string;
  readonly problems: readonly string[];
  readonly answer: string;
}

export interface FuzzResult {
  readonly faults: readonly Fault[];
  /** Answers by generator and status. */
  readonly statuses: ReadonlyMap<string, ReadonlyMap<number, number>>;
}

/** Raw connections wait for data that never comes, so several are open at a time. */
const RAW_AT_ONCE = 32;

/** Requests between two checks of the whole service. */
const CHECK_INTERVAL = 1000;

interface Numbered<R> {
  readonly number: number;
  readonly generator: string;
  readonly request: R;
}

/** Each request depends only on the seed and its number, so that it can be repeated alone. */
function generate(seed: number, number: number, context: FuzzContext): Numbered<HostileRequest | RawRequest> {
  const random = new Random(Math.imul(seed ^ number, 0x9e37_79b1) + number);
  random.next();
  if (random.chance(RAW_SHARE / 100)) return { number, generator: 'raw', request: rawRequest(random) };
  const [generator, { generate: make }] = random.pickWeighted(Object.entries(generators), ([, { share }]) => share);
  return { number, generator, request: make(random, context) };
}

/** Sends hostile requests, and checks each answer. */
export async function fuzz(
  target: FuzzTarget,
  { seed, requests, from = 0, only, onProgress = () => undefined }: FuzzOptions,
): Promise<FuzzResult> {
  const run = new Run(target);
  const numbers = only === undefined ? Array.from({ length: requests }, (_, index) => from + index) : [only];
  for (const [index, number] of numbers.entries()) {
    const numbered = generate(seed, number, target.context);
    if ('bytes' in numbered.request) await run.addRaw(numbered as Numbered<RawRequest>);
    else await run.send(numbered as Numbered<HostileRequest>);
    if ((index + 1) % CHECK_INTERVAL === 0) {
      await run.checkService();
      onProgress(index + 1);
    }
  }
  return run.end();
}

class Run {
  readonly #target: FuzzTarget;
  readonly #sender = new Sender();
  readonly #faults: Fault[] = [];
  readonly #statuses = new Map<string, Map<number, number>>();
  #raw: Numbered<RawRequest>[] = [];
  /** Undefined after a write that was not refused. */
  #rows: string | undefined;

  constructor(target: FuzzTarget) {
    this.#target = target;
  }

  async send({ number, generator, request }: Numbered<HostileRequest>): Promise<void> {
    const isWrite = mayWrite(request);
    if (isWrite) this.#rows ??= await this.#target.countRows();
    this.#target.takeStatements();
    try {
      const answer = await this.#sender.send(this.#target.origins[request.to], request);
      this.#count(generator, answer.status);
      const problems = checkAnswer(request, answer, this.#target.takeStatements());
      const changes = isWrite ? await this.#checkRows(answer) : [];
      this.#report({ number, generator, request }, [...problems, ...changes, ...this.#target.takeFaults()], answer);
    } catch (error) {
      this.#count(generator, 0);
      this.#report({ number, generator, request }, [String(error), ...this.#target.takeFaults()]);
    }
  }

  async addRaw(numbered: Numbered<RawRequest>): Promise<void> {
    this.#raw.push(numbered);
    if (this.#raw.length === RAW_AT_ONCE) await this.#sendRaw();
  }

  /** Requests whose effect shows only later: lost sessions, or a service that has stopped. */
  async checkService(): Promise<void> {
    await this.#sendRaw();
    const isAlive = await this.#target.isAlive().catch(() => false);
    const problems = [...(isAlive ? [] : ['the service does not answer']), ...this.#target.takeFaults()];
    if (problems.length > 0) {
      this.#faults.push({ number: undefined, generator: 'all', request: '', problems, answer: '' });
    }
  }

  async end(): Promise<FuzzResult> {
    await this.checkService();
    this.#sender.close();
    return { faults: this.#faults, statuses: this.#statuses };
  }

  async #sendRaw(): Promise<void> {
    const raw = this.#raw;
    this.#raw = [];
    await Promise.all(
      raw.map(async ({ number, generator, request }) => {
        const received = await sendBytes(this.#target.origins[request.to], request.bytes).catch(String);
        this.#count(generator, Number(received.slice(9, 12)) || 0);
        const problems = checkBytes(received);
        if (problems.length > 0) {
          const text = `${request.to}: ${JSON.stringify(request.bytes.toString('latin1').slice(0, 2000))}`;
          this.#faults.push({ number, generator, request: text, problems, answer: received.slice(0, 2000) });
        }
      }),
    );
  }

  /** Returns a problem if a refused write has changed the number of rows. */
  async #checkRows(answer: Answer): Promise<readonly string[]> {
    if (!isRefused(answer)) {
      this.#rows = undefined;
      return [];
    }
    const before = this.#rows;
    this.#rows = await this.#target.countRows();
    return this.#rows === before ? [] : [`rows changed from ${before} to ${this.#rows}`];
  }

  #report(
    { number, generator, request }: Numbered<HostileRequest>,
    problems: readonly string[],
    answer?: Answer,
  ): void {
    if (problems.length === 0) return;
    const { body, ...head } = request;
    const shown = answer === undefined ? '' : `${answer.status} ${answer.body.slice(0, 2000)}`;
    const text = `${JSON.stringify(head)} ${body?.toString('latin1').slice(0, 2000) ?? ''}`;
    this.#faults.push({ number, generator, request: text, problems, answer: shown });
  }

  #count(generator: string, status: number): void {
    const counts = this.#statuses.get(generator) ?? new Map<number, number>();
    this.#statuses.set(generator, counts.set(status, (counts.get(status) ?? 0) + 1));
  }
}

const mayWrite = ({ to, method, path }: HostileRequest): boolean =>
  to !== 'provider' && !['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method) && !path.startsWith('/console/');

/** A mutation that fails has no data. One that succeeds may still be in a response with status 200. */
const isRefused = ({ status, body }: Answer): boolean => status >= 400 || body.startsWith('{"errors"');
