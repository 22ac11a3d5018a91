import { isDeepStrictEqual } from 'node:util';
import type { Case } from './cases.ts';
import type { HttpRequest, Target } from './targets.ts';

/** Asks both servers the same. @throws Error that shows the first two answers that differ */
export async function checkAnswers(
  question: Case,
  keys: readonly number[],
  [one, other]: readonly [Target, Target],
): Promise<void> {
  for (const key of keys) {
    const [left, right] = await Promise.all([fetchText(one.ask(question, key)), fetchText(other.ask(question, key))]);
    // A link to the next page is what no one writes by hand.
    const { nextLink: _, ...answer } = JSON.parse(left);
    if (!isDeepStrictEqual(answer, JSON.parse(right))) {
      throw new Error(
        `Answers to "${question.name}" with key ${key} differ.\n${one.name}: ${left}\n${other.name}: ${right}`,
      );
    }
  }
}

async function fetchText({ url, ...request }: HttpRequest): Promise<string> {
  const response = await fetch(url, request);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return text;
}
