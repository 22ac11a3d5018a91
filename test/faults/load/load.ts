import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Ledger } from './ledger.ts';
import type { Call, Operation } from './operations.ts';
import { isDone, type Outcome, sendRequest } from './send-request.ts';

/** Pause of a client after a success, so that the machine is not the bottleneck, and after a failure. */
const PAUSE_MS = 4;
const PAUSE_AFTER_REFUSAL_MS = 50;

export interface LoadOptions {
  readonly origin: string;
  /** Time limit of a request, after which it counts as hung. */
  readonly inTime: number;
  readonly timeoutMs: number;
}

export interface Clients {
  readonly number: number;
  /** Clients cycle through these. */
  readonly operations: readonly Operation[];
  /** Receives each outcome with its latency in milliseconds. */
  readonly onOutcome?: (outcome: Outcome, ms: number) => void;
  /** Returns the pause before the next request in milliseconds. */
  readonly pause?: (outcome: Outcome) => number;
}

/** Clients that send requests one after the other on keep-alive connections. */
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
    for (let client = 0; client < clients.number; client += 1)
      this.#clients.push(this.#sendRepeatedly(client, clients));
  }

  /** Sends one request on a new connection. @returns whether it succeeded */
  probe(operation: Operation): Promise<boolean> {
    const outcome = this.#sendOnce(operation);
    this.#probes.add(outcome);
    return outcome.finally(() => this.#probes.delete(outcome));
  }

  /** Stops after the requests in flight. */
  async end(): Promise<void> {
    this.#ending.abort();
    await Promise.all([...this.#clients, ...this.#probes]);
    this.#agent.destroy();
  }

  async #sendOnce(operation: Operation): Promise<boolean> {
    const call = operation();
    const since = performance.now();
    const outcome = await sendRequest(call.request, { ...this.#options, agent: false });
    this.#note(call, outcome, performance.now() - since);
    return isDone(outcome);
  }

  #note(call: Call, outcome: Outcome, ms: number): void {
    this.ledger.record(call, outcome);
    if (ms > this.#options.inTime) this.ledger.overdue += 1;
  }

  async #sendRepeatedly(client: number, { operations, onOutcome, pause = briefPause }: Clients): Promise<void> {
    const { signal } = this.#ending;
    for (let turn = client; !signal.aborted; turn += 1) {
      const call = operations[turn % operations.length]?.();
      if (call === undefined) return;
      let since = performance.now();
      // Connecting thousands of clients takes this process a second.
      const onSent = (): void => {
        since = performance.now();
      };
      const outcome = await sendRequest(call.request, { ...this.#options, agent: this.#agent, onSent });
      const ms = performance.now() - since;
      this.#note(call, outcome, ms);
      onOutcome?.(outcome, ms);
      const rest = pause(outcome);
      if (rest > 0) await sleep(rest, undefined, { signal }).catch(() => undefined);
    }
  }
}

const briefPause = (outcome: Outcome): number => (isDone(outcome) ? PAUSE_MS : PAUSE_AFTER_REFUSAL_MS);
