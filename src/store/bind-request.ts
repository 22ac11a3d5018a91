import { ApiError, throwApiError } from '../base/errors.ts';
import { assertNever } from '../base/invariant.ts';
import { BigNumber } from '../base/json.ts';
import type { FieldType } from '../model/model.ts';
import { plainType } from '../model/plain-type.ts';
import type { LiteralWithOption } from '../odata/expression.ts';
import { type CallValues, CapturedValue, ClaimValue, readSlot } from '../operation/operation.ts';
import { rejectCursor } from '../plan/read/plan-cursors.ts';
import type { RowPath } from '../plan/shape/row-paths.ts';
import type { Slot, SlotUse } from '../plan/shape/slot.ts';
import { parseCursor } from '../scalars/cursor.ts';
import { type JsonPath, parseJsonPath } from '../scalars/json-path.ts';
import { formatForMessage } from '../scalars/numbers.ts';
import { isFloating } from '../scalars/operators.ts';
import { searchWords } from '../scalars/search-words.ts';
import { checkAssigned, checkLabel, checkOffset, checkSize } from '../values/check-assigned.ts';
import { checkText } from '../values/check-text.ts';
import { literalValue } from '../values/literal-value.ts';
import { parseScalar } from '../values/parse-scalar.ts';
import { stringifyJson } from '../values/stringify-json.ts';
import type { CohortScript } from './cohort-script.ts';
import type { BoundRequest, ScriptRequest } from './script.ts';
import type { Store } from './store.ts';

/**
 * Checks and encodes the values of a call.
 * @throws ApiError BadRequest, or Forbidden for a missing or mistyped claim
 */
export function bindRequest(request: ScriptRequest, store: Store, values: CallValues): BoundRequest {
  return { request, values: bindSlots(request.slots, store, values) };
}

const bindSlots = (slots: readonly Slot[], store: Store, values: CallValues): readonly unknown[] =>
  slots.map((slot) => bindSlot(slot, store, values));

/** A member of a cohort, with encoded values. Members with equal keys can be read by one statement. */
export interface BoundMember {
  readonly script: CohortScript;
  readonly key: string;
  readonly values: readonly unknown[];
  /** Maximum bytes in the statement. */
  readonly bytes: number;
}

/**
 * Encodes the values of a member. Returns undefined if there is no script, or if only the single read supports the
 * values.
 * @throws ApiError as `bindRequest` does
 */
export function bindMember(
  script: CohortScript | undefined,
  store: Store,
  values: CallValues,
): BoundMember | undefined {
  if (script === undefined) return undefined;
  const encoded = bindSlots(script.slots, store, values);
  const key = script.keyOf(encoded);
  return key === undefined ? undefined : { script, key, values: encoded, bytes: script.bytesOf(encoded) };
}

function bindSlot(slot: Slot, store: Store, values: CallValues): unknown {
  // Values from the database need no check or encoding.
  if (slot.source.kind === 'captured') return new CapturedValue(slot.source);
  return store.encode(checkSlot(slot, values), slot);
}

/** Returns the checked value, not yet encoded. */
export function checkSlot({ source, use }: Slot, values: CallValues): unknown {
  const value = readSlot(source, values);
  switch (use.kind) {
    case 'value':
      return checkCompared(toScalarValue(value, use.type), use);
    case 'assign':
      return checkAssigned({ name: use.field, type: use.type }, value);
    case 'values':
      return checkValues(Array.isArray(value) ? value : [value], use);
    case 'pattern': {
      const text = checkText(toScalarValue(value, TEXT));
      if (text === '' && use.nonEmpty === true) rejectEmpty('search string');
      return text === null ? null : checkLength(String(text), use.max);
    }
    case 'word':
      return checkLength(checkText(searchWords(String(value))[use.index] ?? ''), use.max);
    case 'words':
      for (const word of searchWords(String(value))) checkLength(word, use.max);
      return checkText(String(value));
    case 'keys':
    case 'sentinel':
      return value;
    case 'jsonPath':
      return checkJsonPath(String(value));
    case 'size':
      return checkSize(value as number, use);
    case 'sizePlusOne':
      return (checkSlot({ source, use: use.size }, values) as number) + 1;
    case 'offset':
      return checkOffset(value as number);
    case 'position':
      return checkPosition(value, use);
    case 'cursor':
      return checkText(cursorValue(value as string, use));
    default:
      return assertNever(use);
  }
}

/** @throws ApiError BadRequest for a cursor of another order */
function cursorValue(
  text: string,
  { argument, order, index }: { readonly argument: string; readonly order: string; readonly index: number },
): string | null | undefined {
  const cursor = parseCursor(text);
  if (cursor.order !== order) rejectCursor(argument);
  return cursor.values[index];
}

function checkPosition(value: unknown, use: Extract<SlotUse, { kind: 'position' }>): number {
  const [cursor, size] = use.argument === 'after' ? [value] : (value as readonly unknown[]);
  const position = Number(cursorValue(cursor as string, { ...use, index: 0 }));
  if (!(Number.isSafeInteger(position) && position > 0)) rejectCursor(use.argument);
  if (use.argument === 'after') return position;
  const count = Math.min(checkSize(size as number, use.bounds), position - 1);
  return use.resultKind === 'size' ? count : position - 1 - count;
}

function checkJsonPath(text: string): JsonPath {
  try {
    return parseJsonPath(text).map(checkText);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    return throwApiError('BadRequest', `${(error as Error).message}.`);
  }
}

/** Limits the length of a search string, because substring searches scan every row. */
function checkLength(text: string, max: number): string {
  const length = text.length > max ? [...text].length : 0;
  if (length > max) {
    throwApiError(
      'LimitExceeded',
      `The search string exceeds the maximum of ${max} characters, found ${length}. Shorten it.`,
      {
        limit: 'pattern-length',
        max,
      },
    );
  }
  return text;
}

const TEXT = plainType('String');

/** Converts literals and claims to the value of their scalar. GraphQL values are already converted. */
function toScalarValue(value: unknown, type: FieldType): unknown {
  // JSON comes first, because client JSON may resemble a literal or a claim.
  if (type.scalar === 'JSON') return stringifyJson(value);
  if (value instanceof ClaimValue) return claimValue(value.name, value.value, type);
  if (isLiteral(value)) return literalValue(value, type);
  return typeof value === 'string' && isFloating(type) ? floatingValue(value, type) : value;
}

/** Converts a decimal string that is compared with a float. The decimal may be out of range for the float. */
function floatingValue(text: string, { scalar }: FieldType): unknown {
  try {
    return parseScalar(text, scalar);
  } catch (error) {
    return throwApiError('BadRequest', `${(error as Error).message}.`);
  }
}

const isLiteral = (value: unknown): value is LiteralWithOption =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'literal';

const rejectEmpty = (subject: string): never =>
  throwApiError('BadRequest', `Empty ${subject} in the filter of a bulk write. Set a value, or remove the condition.`);

function checkCompared(
  value: unknown,
  { type, field }: { readonly type: FieldType; readonly field?: string },
): unknown {
  if (typeof value === 'string' && type.labels !== undefined) checkLabel(field, type, value);
  return checkText(value);
}

function checkValues(
  elements: readonly unknown[],
  use: { readonly type: FieldType; readonly max: number; readonly field?: string; readonly nonEmpty?: true },
): readonly unknown[] {
  const { type, max, nonEmpty } = use;
  const values = elements.flatMap((value): readonly unknown[] =>
    value instanceof ClaimValue ? claimValues(value) : [value],
  );
  if (values.length > max) {
    throwApiError(
      'LimitExceeded',
      `A list of "in" or "nin" exceeds the maximum of ${max} values, found ${values.length}. Send several requests.`,
      {
        limit: 'in-values',
        max,
      },
    );
  }
  const present = values.flatMap((value) => {
    const scalarValue = checkCompared(toScalarValue(value, type), use);
    return scalarValue === null ? [] : [scalarValue];
  });
  if (nonEmpty === true && present.length === 0) rejectEmpty('list of values');
  return present;
}

function claimValues({ name, value }: ClaimValue): readonly ClaimValue[] {
  return Array.isArray(value) ? value.map((item) => new ClaimValue(name, item)) : [new ClaimValue(name, value)];
}

/** Limits the response rows of nested lists. */
export function checkRows(paths: readonly RowPath[], values: CallValues, max: number): void {
  for (const path of paths) {
    const sizes = path.map((size) => (typeof size === 'number' ? size : (checkSlot(size, values) as number)));
    const rows = sizes.reduce((product, size) => product * size, 1);
    if (rows > max) {
      const calculation = `${sizes.join(' × ')} = ${rows}`;
      throwApiError(
        'LimitExceeded',
        `Nested lists exceed the maximum of ${max} rows, found ${calculation}. Set a smaller "first" on inner lists.`,
        {
          limit: 'rows',
          max,
        },
      );
    }
  }
}

/**
 * Converts a claim to a type. Of a list, the first item counts.
 * @throws ApiError Forbidden if the claim is missing or mistyped
 */
export function claimValue(name: string, claim: unknown, type: FieldType): unknown {
  const value = Array.isArray(claim) ? claim[0] : claim;
  if (value === undefined || value === null) {
    throw new ApiError('Forbidden', `Missing claim "${name}" in your token.`);
  }
  const labels = type.enum?.labels ?? type.labels;
  try {
    return type.scalar === 'String' ? textOf(value, labels) : parseScalar(value, type.scalar);
  } catch (cause) {
    // Do not list the labels: the caller may not read the column.
    const expected = labels === undefined ? `a ${type.scalar}` : 'a known label';
    throw new ApiError('Forbidden', `The claim "${name}" of your token is not ${expected}.`, { cause });
  }
}

function textOf(value: unknown, labels: readonly string[] | undefined): string {
  const text = value instanceof BigNumber ? value.text : typeof value === 'object' ? undefined : String(value);
  if (text === undefined || labels?.includes(text) === false)
    throw new Error(`Invalid value: ${formatForMessage(value)}`);
  return text;
}
