import { createClient } from 'graphql-ws';
import { applyPatch, type Operation as PatchStep } from 'rfc6902';
import WebSocket from 'ws';
import { isObject, num, readWire, sortedText, type Wire } from '../writes/wire.ts';

export type Transport = 'WebSocket' | 'events';

export interface Subscription {
  readonly transport: Transport;
  /** True to receive patches. */
  readonly isPatched: boolean;
  /** GraphQL text. */
  readonly query: string;
  /** JSON text. */
  readonly variables: string;
  /** Headers that identify the caller. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Follows a live query, and keeps its newest result. */
export class Subscriber {
  readonly subscription: Subscription;
  readonly #onResult: (text: string) => void;
  #data: Wire | undefined;
  /** Sorted JSON of the newest result. */
  newest: string | undefined;
  /** First violation of the protocol: an error, an end, or equal results in a row. */
  problem: string | undefined;
  received = 0;

  /** @param onResult receives each result as sorted JSON */
  constructor(subscription: Subscription, onResult: (text: string) => void) {
    this.subscription = subscription;
    this.#onResult = onResult;
  }

  /** Resolves when the subscription ends. */
  async follow(origin: string, signal: AbortSignal): Promise<void> {
    try {
      await (this.subscription.transport === 'events'
        ? this.#readEvents(origin, signal)
        : this.#connect(origin, signal));
      if (!signal.aborted) this.problem ??= 'The subscription has ended.';
    } catch (error) {
      if (!signal.aborted) this.problem ??= String(error instanceof Error ? error.stack : JSON.stringify(error));
    }
  }

  async #connect(origin: string, signal: AbortSignal): Promise<void> {
    const { query, variables, headers, isPatched } = this.subscription;
    const client = createClient({
      url: `${origin.replace('http', 'ws')}/graphql`,
      webSocketImpl: class extends WebSocket {
        constructor(url: string, protocols: string) {
          super(url, protocols, { headers });
        }
      },
      retryAttempts: 0,
      jsonMessageReviver: exactNumber as (key: string, value: unknown) => unknown,
    });
    signal.addEventListener('abort', () => void client.dispose());
    const extensions = isPatched ? { live: { patch: true } } : {};
    for await (const result of client.iterate({ query, variables: JSON.parse(variables), extensions })) {
      this.#receive(result as Wire);
    }
  }

  async #readEvents(origin: string, signal: AbortSignal): Promise<void> {
    const { query, variables, headers, isPatched } = this.subscription;
    const extensions = isPatched ? { live: { patch: true } } : {};
    const response = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { ...headers, accept: 'text/event-stream', 'content-type': 'application/json' },
      // Numbers of the variables keep their digits.
      body: `{"query":${JSON.stringify(query)},"variables":${variables},"extensions":${JSON.stringify(extensions)}}`,
      signal,
    });
    let unread = '';
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = `${unread}${text}`.split('\n\n');
      unread = events.pop() ?? '';
      for (const event of events) {
        const data = /^event: next\ndata: (.*)$/.exec(event)?.[1];
        if (data !== undefined) this.#receive(readWire(data));
        else if (event !== ':') throw new Error(`Unexpected event: ${event}`);
      }
    }
  }

  #receive(result: Wire): void {
    const { data, extensions, errors } = isObject(result) ? result : {};
    const patch = isObject(extensions) ? extensions.patch : undefined;
    if (errors !== undefined || (patch === undefined) !== (this.received === 0 || !this.subscription.isPatched)) {
      this.problem ??= `Unexpected result: ${JSON.stringify(result)}`;
      return;
    }
    this.received += 1;
    if (patch === undefined) {
      this.#data = data;
    } else {
      for (const step of patch as unknown as readonly PatchStep[]) this.#apply(step);
    }
    const newest = sortedText(this.#data ?? null);
    if (newest === this.newest) this.problem ??= `Two equal results: ${newest}`;
    this.newest = newest;
    this.#onResult(newest);
  }

  /** The library ignores the key `__proto__`, among others. Below such a key, the service sends no steps. */
  #apply(step: PatchStep): void {
    const [, key = '', ...rest] = step.path.split('/');
    if (step.op === 'replace' && rest.length === 0 && isObject(this.#data)) {
      const property = { value: step.value, enumerable: true, configurable: true, writable: true };
      Object.defineProperty(this.#data, key, property);
      return;
    }
    const [failure] = applyPatch(this.#data, [step]);
    if (failure) this.problem ??= `A step of the patch fails: ${failure.message}`;
  }
}

/** Keeps the digits of numbers, as `readWire` does. */
const exactNumber = (_key: string, value: unknown, context?: { readonly source: string }): unknown =>
  typeof value === 'number' && context !== undefined ? num(context.source) : value;
