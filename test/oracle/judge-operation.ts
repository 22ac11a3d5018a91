import { print } from 'graphql';
import { findDifference } from './compare-answers.ts';
import type { Operation } from './generate/prune.ts';
import { writeVariables } from './generate/variables.ts';
import { parseExactJson } from './naive/exact-json.ts';
import type { NaiveAnswer, NaiveService } from './naive/naive-service.ts';

/**
 * Runs an operation on the tested service.
 * @param document GraphQL text
 * @param variables JSON text
 */
export type Run = (document: string, variables: string) => Promise<RunAnswer>;

export interface RunAnswer {
  /** JSON text. */
  readonly data?: string | null;
  readonly errors?: readonly { readonly message: string }[];
}

/** Result of comparing both services. */
export interface Verdict {
  readonly problem?: Problem;
  readonly expected: NaiveAnswer;
  /** From `parseExactJson`. */
  readonly actual: unknown;
}

/** Kind of a mismatch if both services answered. */
export const DIFFERENT = 'different';

export interface Problem {
  /** `DIFFERENT`, or the refusal: equal refusals usually have one cause. */
  readonly kind: string;
  readonly text: string;
}

/** @throws Error if the naive service cannot answer, so that the operation or that service is wrong */
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

/** Reports a crash as a wrong answer, with the operation. */
async function runSafely(run: Run, document: string, variables: string): Promise<RunAnswer> {
  try {
    return await run(document, variables);
  } catch (error) {
    return { errors: [error as Error] };
  }
}
