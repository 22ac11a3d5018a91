import type { Code } from './model/failure.ts';
import type { Prediction, Refused } from './model/predict.ts';
import type { ReceivedResponse } from './send.ts';
import { isTagText } from './tags.ts';
import { isList, isObject, readWire, type Wire } from './wire.ts';
import { responseKey } from './write-graphql.ts';

export function judgeGraphql(
  prediction: Prediction,
  { status, body }: ReceivedResponse,
  recordTag: RecordTag,
): string | undefined {
  const found = readWire(body);
  if (!isObject(found)) return `no object: ${body}`;
  if (prediction.kind === 'success') {
    if (status !== 200 || found.errors !== undefined) return `status ${status}, expected success: ${body}`;
    const expected = Object.fromEntries(prediction.values.map((value, index) => [responseKey(index), value]));
    return compare(expected, found.data, { path: 'data', recordTag });
  }
  const [error] = isList(found.errors) ? found.errors : [];
  if (!isObject(error) || !isObject(error.extensions)) return `${describe(prediction)}, found success: ${body}`;
  const wrong = judgeApiError(prediction, { code: error.extensions.code, status, path: error.path });
  return (
    wrong ?? (found.data === undefined || found.data === null ? undefined : `there is data next to an error: ${body}`)
  );
}

interface FoundError {
  readonly code: Wire | undefined;
  readonly status: number;
  readonly path: Wire | undefined;
}

function judgeApiError(prediction: Refused, { code, status, path }: FoundError): string | undefined {
  const { failure, mayBeBefore, at } = prediction;
  if (!failure.codes.has(code as Code)) return `${describe(prediction)}, found ${code}`;
  const statuses = mayBeBefore ? [400, 200] : [failure.when === 'before the first statement' ? 400 : 200];
  if (!statuses.includes(status)) return `${describe(prediction)}: status ${status}, expected ${statuses}`;
  if (at === undefined) return undefined;
  const [first] = isList(path) ? path : [];
  return first === responseKey(at)
    ? undefined
    : `${describe(prediction)}: expected of ${responseKey(at)}, found ${first}`;
}

export const describe = ({ failure, at }: Refused): string =>
  `expected ${[...failure.codes].join(' or ')} ${failure.when}${at === undefined ? '' : ` of operation ${at}`}`;

/** Records the content of an ETag. @returns a description of the error, if the tag is wrong */
export type RecordTag = (text: string, tag: string) => string | undefined;

export interface CompareContext {
  readonly path: string;
  readonly recordTag: RecordTag;
}

/** Returns the first difference. */
export function compare(
  expected: Wire,
  found: Wire | undefined,
  { path, recordTag }: CompareContext,
): string | undefined {
  if (isTagText(expected)) {
    return typeof found === 'string'
      ? recordTag(expected, found)
      : `${path}: expected a tag, found ${JSON.stringify(found)}`;
  }
  if (isList(expected) && isList(found)) {
    if (expected.length !== found.length) return differ(path, expected, found);
    return firstOf(
      expected.map((value, index) => () => compare(value, found[index], { path: `${path}.${index}`, recordTag })),
    );
  }
  if (isObject(expected) && isObject(found)) {
    const names = Object.keys({ ...expected, ...found });
    return firstOf(
      names.map((name) => () => {
        const value = expected[name];
        const below = `${path}.${name}`;
        return value === undefined ? `${below}: not expected` : compare(value, found[name], { path: below, recordTag });
      }),
    );
  }
  return expected === found ? undefined : differ(path, expected, found);
}

const differ = (path: string, expected: Wire, found: Wire | undefined): string =>
  `${path}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`;

function firstOf(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const wrong = check();
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}
