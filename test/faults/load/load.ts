import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, isDone, type Told } from './ask.ts';
import { Ledger } from './ledger.ts';
import type { Asked, Operation } from './operations.ts';

/** Pause of a client after a success, so that the machine is not the bottleneck, and after a failure. */
const PAUSE_MS = 4;
const PAUSE_AFTER_REFUSAL_MS = 50;

export interface LoadOptions {
  readonly origin: string;
  /** Time limit of a request, after which it counts as hung. */
  readonly inTime: number;
  readonly patience: number;
}

export interface Clients {
  readonly number: number;
  /** Clients cycle through these. */
  readonly operations: readonly Operation[];
  /** Receives each outcome with its latency in milliseconds. */
  readonly heard?: (told: Told, ms: number) => void;
  /** Returns the pause before the next request in milliseconds. */
  readonly pause?: (told: Told) => number;
}

/** Clients that send requests one after the other on kept connections. */
export class Load {
  readonly ledger: Ledger;
  readonly #options: LoadOptions;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #clients: Promise<void>[] = [];
  /** Single requests in flight. */
  readonly #probes = new Set<Promise<boolean>>();
  readonly #ending = new AbortController();

  constructor(options: LoadOptions, ledger = new Ledger()) {
    this.#options = options;
    this.ledger = ledger;
  }

  /** Creates other clients with the same ledger. */
  another(): Load {
    return new Load(this.#options, this.ledger);
  }

  add(clients: Clients): void {
    for (let client = 0; client < clients.number; client += 1) this.#clients.push(this.#askOn(client, clients));
  }

  /** Sends one request on a new connection. @returns whether it succeeded */
  askOnce(operation: Operation): Promise<boolean> {
    const asking = this.#askOnce(operation);
    this.#probes.add(asking);
    return asking.finally(() => this.#probes.delete(asking));
  }

  /** Stops after the requests in flight. */
  async end(): Promise<void> {
    this.#ending.abort();
    await Promise.all([...this.#clients, ...this.#probes]);
    this.#agent.destroy();
  }

  async #askOnce(operation: Operation): Promise<boolean> {
    const asked = operation();
    const since = performance.now();
    const told = await ask(asked.request, { ...this.#options, agent: false });
    this.#note(asked, told, performance.now() - since);
    return isDone(told);
  }

  #note(asked: Asked, told: Told, ms: number): void {
    this.ledger.note(asked, told);
    if (ms > this.#options.inTime) this.ledger.overdue += 1;
  }

  async #askOn(client: number, { operations, heard, pause = briefPause }: Clients): Promise<void> {
    const { signal } = this.#ending;
    for (let turn = client; !signal.aborted; turn += 1) {
      const asked = operations[turn % operations.length]?.();
      if (asked === undefined) return;
      let since = performance.now();
      // Connecting thousands of clients takes this process a second.
      const onSent = (): void => {
        since = performance.now();
      };
      const told = await ask(asked.request, { ...this.#options, agent: this.#agent, onSent });
      const ms = performance.now() - since;
      this.#note(asked, told, ms);
      heard?.(told, ms);
      const rest = pause(told);
      if (rest > 0) await sleep(rest, undefined, { signal }).catch(() => undefined);
    }
  }
}

const briefPause = (told: Told): number => (isDone(told) ? PAUSE_MS : PAUSE_AFTER_REFUSAL_MS);
