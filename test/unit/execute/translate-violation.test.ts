import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/base/errors.ts';
import { translateViolation } from '../../../src/execute/errors/translate-violation.ts';
import type { Field } from '../../../src/model/model.ts';
import type { Slot } from '../../../src/plan/shape/slot.ts';
import { SchemaChanged } from '../../../src/store/schema-changed.ts';
import { Violation, type ViolationDetails, type ViolationKind } from '../../../src/store/violation.ts';
import { openOfflineShop } from '../../support/offline-shop.ts';

const { model } = openOfflineShop('postgres');

const CAUSE = new Error('as the database says it');

interface Step {
  readonly changed?: readonly string[];
  readonly slots?: readonly Slot[];
}

/** Returns the ApiError for a violation, with the names of the shop. By default, the step changes orders. */
const named = (
  kind: ViolationKind,
  details: ViolationDetails,
  { changed = ['Order'], slots = [] }: Step = {},
): ApiError => translateViolation(new Violation(kind, details, { cause: CAUSE }), model, { changed, slots });

function fieldOf(entity: string, name: string): Field {
  const field = model.byName.get(entity)?.fieldByName.get(name);
  if (field === undefined) throw new Error(`${entity} has no ${name}.`);
  return field;
}

/** Returns a slot for an assigned value. */
const assignedSlot = (entity: string, name: string): Slot => ({
  source: { kind: 'variable', path: ['item', name] },
  use: { kind: 'assign', field: name, type: fieldOf(entity, name).type },
});

/** Returns a slot for a compared value. */
const compared = (entity: string, name: string, source: Slot['source'] = { kind: 'variable', path: ['v'] }): Slot => ({
  source,
  use: { kind: 'value', field: name, type: fieldOf(entity, name).type },
});

describe('a violated constraint', () => {
  it('is reported with the entity of its table and its fields', () => {
    const apiError = named('notUnique', { constraint: 'orders_reference_key', schema: 'public', table: 'orders' });
    expect(apiError).toMatchObject({ code: 'Conflict', message: 'Another "Order" has the same "reference".' });
    expect(apiError.details).toEqual({ entity: 'Order', constraint: 'orders_reference_key', fields: ['reference'] });
  });

  it('is reported with all fields of a composite key', () => {
    const apiError = named('notUnique', { constraint: 'order_details_pkey', schema: 'public', table: 'order_details' });
    expect(apiError.details).toMatchObject({ entity: 'OrderDetail', fields: ['order_id', 'line_no'] });
    expect(apiError.message).toBe('Another "OrderDetail" has the same "order_id" and "line_no".');
  });

  it('is reported with the referencing entity if a deleted row is still referenced', () => {
    const details = { constraint: 'orders_customer_id_fkey', schema: 'public', table: 'orders' };
    const apiError = named('stillReferenced', details, { changed: ['Customer'] });
    expect(apiError.details).toMatchObject({ entity: 'Order', fields: ['customer_id'] });
    expect(apiError.message).toContain('"Order" still refers to this row by "customer_id"');
  });

  it('of another entity is named only if the role can access that entity', () => {
    const details = { constraint: 'orders_customer_id_fkey', schema: 'public', table: 'orders' };
    const orders = model.byName.get('Order');
    if (orders === undefined) throw new Error('There is no Order.');
    const ofStaff = { ...orders, rights: new Map([['staff', orders.rights.get('staff') ?? new Map()]]) };
    const entities = model.entities.map((entity) => (entity === orders ? ofStaff : entity));
    const step = (role: string) => ({ changed: ['Customer'], slots: [], role });
    const violation = new Violation('stillReferenced', details, { cause: CAUSE });
    const translateFor = (role: string) =>
      translateViolation(violation, { ...model, entities }, step(role)) as ApiError;
    expect(translateFor('stranger').details).toEqual({ constraint: 'orders_customer_id_fkey' });
    expect(translateFor('stranger').message).toBe(
      'Other rows still refer to this row by the foreign key "orders_customer_id_fkey". Change or delete them first.',
    );
    expect(translateFor('staff').details).toMatchObject({ entity: 'Order', fields: ['customer_id'] });
  });

  it('is attributed to the only changed entity if the database reports no table', () => {
    expect(named('failedCheck', { constraint: 'x' }).details).toEqual({ entity: 'Order', constraint: 'x' });
    const several = { changed: ['Order', 'Customer'] };
    expect(named('failedCheck', { constraint: 'x' }, several).details).toEqual({ constraint: 'x' });
    expect(named('failedCheck', { constraint: 'x' }, { changed: ['Order', 'Order'] }).details).toMatchObject({
      entity: 'Order',
    });
  });

  it('is attributed to no entity if a trigger violated it', () => {
    expect(named('failedCheck', { constraint: 'x', inDatabaseCode: true }).details).toEqual({ constraint: 'x' });
  });

  it('of a table without an entity is reported only by its own name', () => {
    const apiError = named('notUnique', {
      constraint: 'audit_key',
      schema: 'public',
      table: 'audit',
      columns: ['secret'],
    });
    expect(apiError.details).toEqual({ constraint: 'audit_key' });
    expect(apiError.message).not.toContain('audit');
  });

  it('of a partition is attributed to the entity that has the constraint', () => {
    const details = { constraint: 'orders_reference_key', schema: 'public', table: 'orders_2024' };
    expect(named('notUnique', details).details).toMatchObject({ entity: 'Order', fields: ['reference'] });
  });

  it('of a table with the same name in another schema is attributed to no entity', () => {
    expect(named('notUnique', { constraint: 'x', schema: 'elsewhere', table: 'orders' }).details).toEqual({
      constraint: 'x',
    });
  });
});

describe('a column in a violation', () => {
  it('is reported by its field name', () => {
    const apiError = named('missingValue', { schema: 'public', table: 'orders', columns: ['billing_address_id'] });
    expect(apiError).toMatchObject({
      code: 'ConstraintViolated',
      message: '"billing_address_id" of "Order" must not be null.',
    });
  });

  it('means a changed schema if the catalog does not contain it', () => {
    const apiError = named('missingValue', { schema: 'public', table: 'orders', columns: ['brand_new'] });
    expect(apiError).toBeInstanceOf(SchemaChanged);
    expect(apiError.cause).toBe(CAUSE);
  });

  it('means a changed schema if the database generates it', () => {
    expect(named('generatedValue', { schema: 'public', table: 'orders', columns: ['id'] })).toBeInstanceOf(
      SchemaChanged,
    );
  });
});

describe('a parameter in a violation', () => {
  it('is reported by the field it was assigned to, counted from 1', () => {
    const slots = [assignedSlot('Order', 'comment'), assignedSlot('Order', 'reference')];
    expect(named('tooLong', { parameter: 2 }, { slots }).details).toMatchObject({ fields: ['reference'] });
    expect(named('tooLong', { parameter: 3 }, { slots }).details).toEqual({ entity: 'Order' });
  });

  it('means a changed schema if its value is valid for the catalog type', () => {
    const slots = [assignedSlot('Order', 'placed_at'), assignedSlot('Order', 'customer_id')];
    expect(named('malformed', { parameter: 1 }, { slots })).toBeInstanceOf(SchemaChanged);
    expect(named('outOfRange', { parameter: 2 }, { slots })).toBeInstanceOf(SchemaChanged);
    expect(named('outOfRange', { parameter: 1 }, { slots })).not.toBeInstanceOf(SchemaChanged);
  });

  it('captured from another write does not mean a changed schema', () => {
    const slots = [
      { ...assignedSlot('Order', 'customer_id'), source: { kind: 'captured', write: 0, column: 'id' } as const },
    ];
    expect(named('malformed', { parameter: 1 }, { slots })).not.toBeInstanceOf(SchemaChanged);
  });

  it('of a type that only the database parses is BadRequest', () => {
    const text = [compared('Customer', 'last_ip')];
    expect(named('malformed', { parameter: 1 }, { slots: text })).toMatchObject({
      code: 'BadRequest',
      message: 'Invalid inet value compared with "last_ip". Use the format of responses.',
      details: { fields: ['last_ip'] },
    });
  });

  it('from a claim is Forbidden, and its details are hidden', () => {
    const claim = [compared('Customer', 'last_ip', { kind: 'claim', name: 'address' })];
    const apiError = named('malformed', { parameter: 1 }, { slots: claim });
    expect(apiError).toMatchObject({ code: 'Forbidden', message: expect.stringContaining('claim "address"') });
    expect(apiError.details).toBeUndefined();
  });
});

it('any other error is unchanged', () => {
  for (const error of [CAUSE, new ApiError('Unavailable', 'away'), undefined]) {
    expect(translateViolation(error, model, { changed: ['Order'], slots: [] })).toBe(error);
  }
});
