import { isDeepStrictEqual } from 'node:util';
import type { Workload } from './contender.ts';
import type { Running } from './measure-round.ts';

/** Asks all the same. @throws Error that shows the first two answers that differ */
export async function checkAnswers(
  workload: Workload,
  keys: readonly number[],
  running: readonly Running[],
): Promise<void> {
  for (const key of keys.slice(0, 50)) {
    const answers = await Promise.all(running.map((one) => fetchAnswer(one, workload, key)));
    const other = answers.findIndex((answer) => !isDeepStrictEqual(answer, answers[0]));
    if (other > 0) {
      throw new Error(
        `Answers differ: ${workload.name} ${key} ${JSON.stringify(answers[0])} ${JSON.stringify(answers[other])}`,
      );
    }
  }
}

async function fetchAnswer({ contender, server }: Running, workload: Workload, key: number): Promise<unknown> {
  const bodies: unknown[] = [];
  for (const { path, ...request } of contender.ask(workload, key)) {
    bodies.push(await (await fetch(new URL(path, server.url), request)).json());
  }
  return contender.answerOf(workload, bodies);
}
