import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import WebSocket from 'ws';

export interface Subscription {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

export interface SubscribersOptions {
  readonly url: string;
  /** Subscriptions of each socket. */
  readonly sockets: readonly (readonly Subscription[])[];
  /** Headers of the upgrade request of a socket. */
  readonly headersOf?: (socket: number) => Readonly<Record<string, string>>;
  /** Called for each result. `subscription` counts over all sockets. */
  readonly receive: (subscription: number, data: Readonly<Record<string, unknown>>) => void;
}

export interface Subscribers {
  /** Resolves after `count` further results. Rejects after ten seconds without one, or if an operation fails. */
  results(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Sockets that are opened at a time. */
const OPENING = 100;

const PATIENCE_MS = 10_000;

/** Opens sockets, and subscribes. Resolves when each subscription has its first result. */
export async function openSubscribers({ url, sockets, headersOf, receive }: SubscribersOptions): Promise<Subscribers> {
  const opened: WebSocket[] = [];
  const watch = createWatch();
  let first = 0;
  const open = async (index: number, subscriptions: readonly Subscription[], offset: number): Promise<void> => {
    const socket = new WebSocket(url.replace('http', 'ws'), 'graphql-transport-ws', {
      headers: headersOf?.(index) ?? {},
      perMessageDeflate: false,
    });
    opened.push(socket);
    await once(socket, 'open');
    socket.send('{"type":"connection_init"}');
    await once(socket, 'message');
    const numbers = new Map(subscriptions.map((_, number) => [randomUUID() as string, offset + number]));
    socket.on('message', (data) => {
      const { type, id, payload } = JSON.parse(String(data));
      if (type === 'next') {
        receive(numbers.get(id) ?? 0, payload.data);
        watch.count();
      } else if (type !== 'ping') watch.fail(new Error(`A subscription ended: ${String(data)}`));
    });
    for (const [id, number] of numbers) {
      socket.send(JSON.stringify({ type: 'subscribe', id, payload: subscriptions[number - offset] }));
    }
  };
  for (let start = 0; start < sockets.length; start += OPENING) {
    const chunk = sockets.slice(start, start + OPENING);
    const results = watch.results(chunk.reduce((sum, { length }) => sum + length, 0));
    await Promise.all(
      chunk.map((subscriptions, index) => {
        const offset = first;
        first += subscriptions.length;
        return open(start + index, subscriptions, offset);
      }),
    );
    await results;
  }
  return {
    results: watch.results,
    close: async () => {
      for (const socket of opened) socket.terminate();
    },
  };
}

function createWatch() {
  let seen = 0;
  let failure: Error | undefined;
  let check: () => void = () => undefined;
  return {
    count: () => {
      seen += 1;
      check();
    },
    fail: (error: Error) => {
      failure ??= error;
      check();
    },
    /** Only one call waits at a time. */
    results: (count: number) =>
      new Promise<void>((resolve, reject) => {
        const goal = seen + count;
        let last = seen;
        const timer = setInterval(() => {
          if (seen === last) finish(new Error(`${goal - seen} of ${count} results are missing.`));
          last = seen;
        }, PATIENCE_MS);
        const finish = (error?: Error): void => {
          clearInterval(timer);
          check = () => undefined;
          if (error === undefined) resolve();
          else reject(error);
        };
        check = () => {
          if (failure !== undefined) finish(failure);
          else if (seen >= goal) finish();
        };
        check();
      }),
  };
}
