import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/base/errors.ts';
import { ConflictRefusal, explainEnd, explainFailure } from '../../../src/execute/run-changes.ts';
import { schemaChanged } from '../../../src/store/schema-changed.ts';
import type { ChangeRequest, ChangeStep } from '../../../src/store/script.ts';
import { Violation } from '../../../src/store/violation.ts';
import { openOfflineShop } from '../../support/offline-shop.ts';
import { stepOf } from './steps.ts';

const { model } = openOfflineShop('postgres');

const requestOf = (steps: readonly ChangeStep[], failureOf?: ChangeRequest['failureOf']): ChangeRequest => ({
  kind: 'change',
  text: '',
  name: '',
  slots: [],
  read: () => [],
  steps,
  managesTransaction: false,
  ...(failureOf && { failureOf }),
});

const order = stepOf({ root: 'a', entity: 'Order' });
const customer = stepOf({ root: 'b', entity: 'Customer' });

const duplicate = new Violation('notUnique', { constraint: 'x' }, { cause: 'raised 2' });

const explain = (error: unknown, request: ChangeRequest): unknown =>
  explainFailure(error, { request, values: [] }, { model, claim: { entities: ['Order', 'Customer'] } });

describe('a request that failed', () => {
  it('of one step is about its entity and its field', () => {
    expect(explain(duplicate, requestOf([order]))).toMatchObject({
      code: 'Conflict',
      details: { entity: 'Order', constraint: 'x', path: ['a'] },
    });
  });

  it('of several fields is about none of them where it does not tell which', () => {
    const told = explain(duplicate, requestOf([order, customer])) as Refusal;
    expect(told.details).toEqual({ constraint: 'x' });
    const ofOneField = explain(duplicate, requestOf([order, { ...customer, root: 'a' }])) as Refusal;
    expect(ofOneField.details).toEqual({ constraint: 'x', path: ['a'] });
  });

  it('is about the step that it tells, by the error of the database', () => {
    const request = requestOf([order, customer], (error) => (error === 'raised 2' ? { step: 1 } : undefined));
    expect(explain(duplicate, request)).toMatchObject({ details: { entity: 'Customer', path: ['b'] } });
  });

  it('is the refusal that the database raised for a step', () => {
    const refusal = { code: 'Forbidden', message: 'not yours' } as const;
    const request = requestOf([order, customer], () => ({ step: 1, refusal }));
    const told = explain('raised 7', request) as Refusal;
    expect([told.code, told.message, told.details]).toEqual(['Forbidden', 'not yours', { path: ['b'] }]);
    expect(told).not.toBeInstanceOf(ConflictRefusal);
    const again = requestOf([order], () => ({ step: 0, refusal: { ...refusal, again: 'overtaken' } }));
    expect(explain('raised 7', again)).toBeInstanceOf(ConflictRefusal);
  });

  it('may be tried again where somebody else made the row that was not there', () => {
    const told = explain(duplicate, requestOf([{ ...order, failsIfTaken: true }]));
    expect(told).toBeInstanceOf(ConflictRefusal);
    expect(told).toMatchObject({ code: 'Conflict', reason: 'taken', details: { path: ['a'] } });
    const other = new Violation('missingReference', {}, { cause: undefined });
    expect(explain(other, requestOf([{ ...order, failsIfTaken: true }]))).not.toBeInstanceOf(ConflictRefusal);
  });

  it('within the database says whose statement met it', () => {
    const fault = { entities: [], sqlState: 'P0001', message: 'no' };
    const told = explain(
      new Refusal('ApplicationError', 'refused', { fault }),
      requestOf([order, customer]),
    ) as Refusal;
    expect(told.fault).toEqual({ ...fault, entities: ['Order', 'Customer'] });
  });

  it.each([
    ['the service itself', new Refusal('Unavailable', 'away')],
    ['the catalog', schemaChanged('cause')],
    ['a fault of ours', new Error('broken')],
  ])('about %s is about no field', (_name, error) => {
    expect(explain(error, requestOf([order]))).toBe(error);
  });
});

it('the end of a transaction may be about any of its steps', () => {
  expect(explainEnd(duplicate, [order, order], { model, claim: { entities: [] } })).toMatchObject({
    details: { entity: 'Order', path: ['a'] },
  });
  const told = explainEnd(duplicate, [order, customer], { model, claim: { entities: [] } }) as Refusal;
  expect(told.details).toEqual({ constraint: 'x' });
});
