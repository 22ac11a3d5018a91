import { throwApiError } from '../../base/errors.ts';
import type { Entity, Field, FieldType } from '../../model/model.ts';
import { plainType } from '../../model/plain-type.ts';
import type { CursorValue, SelectedField } from '../../operation/operation.ts';
import { UNTIL } from '../../operation/stream-position.ts';
import { MAX_CURSOR_JSON_BYTES } from '../../scalars/cursor.ts';
import { mayReadKey, type PlanContext } from '../plan-context.ts';
import type { Connection, OrderTerm, Page, Released, Seek } from '../shape/rows.ts';
import type { Amount, Slot, SlotUse } from '../shape/slot.ts';
import { nameOrder } from './plan-order.ts';

type PagePlan = Pick<Connection, 'page' | 'fromEnd' | 'after' | 'before' | 'released' | 'cursors' | 'cursorOrder'>;

interface PageRequest {
  readonly entity: Entity;
  readonly order: readonly OrderTerm[];
  readonly selected: SelectedField;
  readonly sizeArgument: 'first' | 'last';
  readonly page: Page;
  /** True for a stream, which accepts only its own cursors. */
  readonly isStream?: boolean;
}

/** @throws ApiError BadRequest for cursors of another order or list, and for unsupported page directions */
export function planCursors(request: PageRequest, context: PlanContext): PagePlan {
  const { entity, order, page, sizeArgument, isStream = false } = request;
  const cursorOrder = nameOrder(entity, order, isStream ? 'stream' : undefined);
  const cursorRequest = { ...request, cursorOrder };
  // Roles that may not read another field of the order were already rejected, so only the key can be unreadable.
  if (!mayReadKey(entity, context))
    return { ...planPosition(cursorRequest, context), cursors: 'position', cursorOrder };
  const cursors = longCursorKind(entity, order);
  return {
    page,
    fromEnd: sizeArgument === 'last',
    ...planSeek('after', cursorRequest),
    ...planSeek('before', cursorRequest),
    ...(isStream && planReleased(cursorRequest)),
    ...(cursors && { cursors }),
    cursorOrder,
  };
}

function longCursorKind({ key }: Entity, order: readonly OrderTerm[]): 'long' | 'longKey' | undefined {
  if (!mayBeLong(order.map(({ field }) => field))) return undefined;
  return mayBeLong(key) ? 'longKey' : 'long';
}

interface CursorRequest extends PageRequest {
  readonly cursorOrder: string;
}

function planSeek(side: Seek['side'], request: CursorRequest): { readonly after?: Seek; readonly before?: Seek } {
  const seek = seekOf(side, side, request);
  return seek === undefined ? {} : { [side]: seek };
}

function seekOf(
  argument: Seek['side'] | typeof UNTIL,
  side: Seek['side'],
  { entity, order, selected, cursorOrder }: CursorRequest,
): Seek | undefined {
  const cursor = cursorOf(selected, argument);
  if (cursor === undefined) return undefined;
  const { source, form, nulls } = cursor;
  const valuesOf = (types: readonly FieldType[]): readonly (Slot | null)[] => {
    if (nulls.length !== types.length) rejectCursor(argument);
    return types.map((type, index) =>
      nulls[index] === true ? null : { source, use: { kind: 'cursor', argument, order: cursorOrder, index, type } },
    );
  };
  switch (form) {
    case 'values':
      return { side, values: valuesOf(order.map(({ field }) => field.type)) };
    case 'key':
      return { side, by: form, values: valuesOf(entity.key.map(({ type }) => type)) };
    case 'hash':
      return { side, by: form, values: valuesOf([plainType('String')]) };
    case 'position':
      return rejectCursor(argument);
  }
}

function planReleased(request: CursorRequest): { readonly released: Released } {
  const [first] = request.order;
  if (first?.field.type.ordersCommits === true) return { released: { kind: 'settled', field: first.field } };
  const cursor = seekOf(UNTIL, 'before', request);
  return {
    released: cursor === undefined ? { kind: 'none' } : { kind: 'until', cursor: { ...cursor, isInclusive: true } },
  };
}

/**
 * Plans a page of rows without a key. `first` starts after the position in `after`; `last` ends before the position in
 * `before`.
 * @throws ApiError BadRequest for other combinations
 */
function planPosition(
  { entity, selected, sizeArgument, page, cursorOrder: order }: CursorRequest,
  { model }: PlanContext,
): Pick<Connection, 'page' | 'fromEnd'> {
  const [after, before] = [positionOf(selected, 'after'), positionOf(selected, 'before')];
  const isUnsupported = sizeArgument === 'last' ? after !== undefined : before !== undefined;
  if (isUnsupported) {
    throwApiError(
      'BadRequest',
      `The rows of "${entity.name}" have no key that your role may read. Use "after" only with "first", and "before" only with "last".`,
      { path: selected.path },
    );
  }
  if (after !== undefined) {
    const use = { kind: 'position', argument: 'after', order, resultKind: 'offset' } as const;
    return { page: { ...page, offset: { source: after.source, use } }, fromEnd: false };
  }
  if (before === undefined) return { page, fromEnd: sizeArgument === 'last' };
  const bounds = { argument: sizeArgument, max: model.pageSize.max, minusOneIsMax: model.pageSize.minusOneIsMax };
  const slotFor = (resultKind: 'size' | 'offset'): Slot => {
    const use: SlotUse = { kind: 'position', argument: 'before', order, resultKind, bounds };
    return { source: { kind: 'list', items: [before.source, sourceOfAmount(page.size)] }, use };
  };
  return { page: { size: slotFor('size'), offset: slotFor('offset') }, fromEnd: false };
}

const sourceOfAmount = (amount: Amount): Slot['source'] =>
  typeof amount === 'number' ? { kind: 'constant', value: amount } : amount.source;

function positionOf(selected: SelectedField, side: Seek['side']): CursorValue | undefined {
  const cursor = cursorOf(selected, side);
  if (cursor !== undefined && (cursor.form !== 'position' || cursor.nulls.join() !== 'false')) rejectCursor(side);
  return cursor;
}

function cursorOf(selected: SelectedField, argument: string): CursorValue | undefined {
  const value = selected.arguments.get(argument);
  return value?.kind === 'cursor' ? value : undefined;
}

/** @throws ApiError BadRequest, always */
export function rejectCursor(argument: string): never {
  return throwApiError(
    'BadRequest',
    `The cursor in "${argument}" belongs to another list or order. Start again without a cursor.`,
  );
}

/** Bytes of the quotes, the comma, and the space of each value. */
const OVERHEAD_BYTES = 4;

/** Bytes of the brackets, and of the names of order and form. */
const FRAME_BYTES = 40;

const BYTES_PER_CHARACTER = 6;

/** Maximum size of a number, boolean, date, or time. */
const PLAIN_BYTES = 40;

const mayBeLong = (fields: readonly Field[]): boolean =>
  fields.reduce((sum, { type }) => sum + maxBytes(type) + OVERHEAD_BYTES, FRAME_BYTES) > MAX_CURSOR_JSON_BYTES;

function maxBytes({ scalar, list, asText, maxLength, precision, scale = 0, ...type }: Field['type']): number {
  if (type.ordersCommits === true && !list) return PLAIN_BYTES;
  if (list || asText) return Number.POSITIVE_INFINITY;
  const labels = type.enum?.labels;
  if (labels !== undefined) return Math.max(0, ...labels.map((label) => label.length)) * BYTES_PER_CHARACTER;
  switch (scalar) {
    case 'String':
      return (maxLength ?? Number.POSITIVE_INFINITY) * BYTES_PER_CHARACTER;
    case 'Decimal':
      return precision === undefined ? Number.POSITIVE_INFINITY : precision + Math.abs(scale) + PLAIN_BYTES;
    case 'Base64String':
    case 'JSON':
      return Number.POSITIVE_INFINITY;
    default:
      return PLAIN_BYTES;
  }
}
