import { createHistogram } from 'node:perf_hooks';
import { Client } from 'undici';
import type { HttpRequest } from '../requests/contender.ts';
import type { Order, Sent } from './order.ts';
import { asFastAsPossible, evenly } from './pace.ts';

/** GraphQL reports errors with status 200. */
const FAILURE = '"errors":[';

/**
 * An uncounted first request opens each connection, so connection setup does not affect latency.
 * @throws Error for a failed request unless `mayFail`
 */
export async function send({
  origin,
  requestLists,
  connections,
  seconds,
  rate,
  mayFail = false,
}: Order): Promise<Sent> {
  const clients = Array.from({ length: connections }, () => new Client(origin));
  const answer = async (client: Client, index: number): Promise<void> => {
    for (const request of requestLists[index % requestLists.length] ?? []) await sendRequest(client, request, mayFail);
  };
  try {
    await Promise.all(clients.map(answer));
    // Microseconds.
    const latencies = createHistogram({ figures: 3 });
    const start = performance.now();
    const pace = rate === undefined ? asFastAsPossible(seconds) : evenly(rate, seconds);
    let sentCount = 0;
    const work = async (client: Client): Promise<void> => {
      for (let due = await pace.next(); due !== undefined; due = await pace.next()) {
        sentCount += 1;
        await answer(client, sentCount - 1);
        latencies.record(Math.max(1, Math.round((performance.now() - due) * 1000)));
      }
    };
    await Promise.all(clients.map(work));
    const took = (performance.now() - start) / 1000;
    const within = (percent: number): number => latencies.percentile(percent) / 1000;
    return { answers: sentCount, seconds: took, p50: within(50), p99: within(99) };
  } finally {
    await Promise.all(clients.map((client) => client.destroy()));
  }
}

function sendRequest(client: Client, { method, path, headers, body }: HttpRequest, mayFail: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let status = 0;
    let failure: string | undefined;
    client.dispatch(
      { method, path, headers: { ...headers }, ...(body !== undefined && { body }) },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_, code) => {
          status = code;
        },
        onResponseData: (_, chunk) => {
          if (status > 299 || (!mayFail && chunk.includes(FAILURE))) failure ??= chunk.toString('utf8');
        },
        onResponseEnd: () => {
          if (status < 300 && failure === undefined) resolve();
          else reject(new Error(`Under load ${method} ${path} was answered ${status}: ${failure ?? ''}`));
        },
        onResponseError: (_, error) => reject(error),
      },
    );
  });
}
