import { print } from 'graphql';
import { findDifference } from './compare-answers.ts';
import type { Operation } from './generate/prune.ts';
import { writeVariables } from './generate/variables.ts';
import { parseExactJson } from './naive/exact-json.ts';
import type { NaiveAnswer, NaiveService } from './naive/naive-service.ts';

/**
 * The service under test: answers one operation.
 * @param document GraphQL text
 * @param variables JSON text
 */
export type Run = (document: string, variables: string) => Promise<RunAnswer>;

export interface RunAnswer {
  /** JSON text. */
  readonly data?: string | null;
  readonly errors?: readonly { readonly message: string }[];
}

/** What came of asking both services. */
export interface Verdict {
  readonly problem?: Problem;
  readonly expected: NaiveAnswer;
  /** As `parseExactJson` gives it. */
  readonly actual: unknown;
}

/** The kind of a problem where both have answered. */
export const DIFFERENT = 'different';

export interface Problem {
  /** `DIFFERENT`, or what the service said: two refusals in the same words most likely have one cause. */
  readonly kind: string;
  readonly text: string;
}

/** @throws Error when the naive service has no answer: then the operation, or that service, is wrong */
export async function judgeOperation(
  { document, variables }: Operation,
  naive: NaiveService,
  run: Run,
): Promise<Verdict> {
  const sent = writeVariables(variables);
  const expected = naive.answer(document, sent);
  if (expected.errors.length > 0) throw new Error(`${expected.errors.join('\n')}\n\n${print(document)}\n\n${sent}`);
  const { data, errors = [] } = await runSafely(run, print(document), sent);
  const [error] = errors;
  if (error !== undefined || typeof data !== 'string') {
    const text = error?.message ?? 'The answer has neither data nor errors.';
    return { expected, actual: undefined, problem: { kind: `refused: ${text.replace(/\d+|"[^"]*"/g, '…')}`, text } };
  }
  const actual = parseExactJson(data);
  const text = findDifference(expected.data, actual);
  return { expected, actual, ...(text !== undefined && { problem: { kind: DIFFERENT, text } }) };
}

/** A service that breaks has answered wrongly, and the operation that broke it is worth knowing. */
async function runSafely(run: Run, document: string, variables: string): Promise<RunAnswer> {
  try {
    return await run(document, variables);
  } catch (error) {
    return { errors: [error as Error] };
  }
}
