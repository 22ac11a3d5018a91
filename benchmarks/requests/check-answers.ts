import { isDeepStrictEqual } from 'node:util';
import type { ServerProcess } from '../support/run-node.ts';
import type { Contender, HttpRequest, Workload } from './contender.ts';
import { questionOf } from './workloads.ts';

export interface Running {
  readonly contender: Contender;
  readonly server: ServerProcess;
}

const KEYS = 20;

/**
 * Compares responses, one request at a time, because writes change rows for all contenders.
 * @throws Error with the first failure, or the first two responses that differ
 */
export async function checkAnswers(workload: Workload, everyone: readonly Running[]): Promise<void> {
  for (const key of Array.from({ length: KEYS }, (_, index) => 1 + ((index * 7919) % workload.highestKey))) {
    const question = { ...workload, name: questionOf(workload, key) };
    const answers: { readonly name: string; readonly answer: unknown }[] = [];
    for (const { contender, server } of everyone) {
      const requests = contender.requestsFor(workload, key);
      if (requests.length === 0) continue;
      const bodies = await Promise.all(requests.map((request) => fetchJson(server.url, request)));
      const answer = contender.answerOf(question, bodies);
      if (answer === undefined || answer === null)
        throw new Error(`${contender.name} has no answer to "${workload.name}".`);
      answers.push({ name: contender.name, answer });
    }
    const [first, ...others] = answers;
    const other = others.find(({ answer }) => !isDeepStrictEqual(answer, first?.answer));
    if (first !== undefined && other !== undefined) {
      throw new Error(
        `Answers to "${workload.name}" with key ${key} differ.\n` +
          [first, other].map(({ name, answer }) => `${name}: ${JSON.stringify(answer)}`).join('\n'),
      );
    }
  }
}

async function fetchJson(origin: string, { path, ...request }: HttpRequest): Promise<unknown> {
  const response = await fetch(origin + path, request);
  const text = await response.text();
  if (!response.ok) throw new Error(`${request.method} ${origin}${path} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
