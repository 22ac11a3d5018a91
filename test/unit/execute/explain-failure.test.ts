import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/base/errors.ts';
import { ConflictError, explainCommitError, explainFailure } from '../../../src/execute/run-changes.ts';
import type { ChangeStep } from '../../../src/store/change-step.ts';
import { schemaChanged } from '../../../src/store/schema-changed.ts';
import type { ChangeRequest } from '../../../src/store/script.ts';
import { Violation } from '../../../src/store/violation.ts';
import { openOfflineShop } from '../../support/offline-shop.ts';
import { insertStep } from './steps.ts';

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

const order = insertStep({ root: 'a', entity: 'Order' });
const customer = insertStep({ root: 'b', entity: 'Customer' });

const duplicate = new Violation('notUnique', { constraint: 'x' }, { cause: 'raised 2' });

const explain = (error: unknown, request: ChangeRequest): unknown =>
  explainFailure(error, { request, values: [] }, { model, sessionRequest: { entities: ['Order', 'Customer'] } });

describe('a failed request', () => {
  it('with one step names the entity and field', () => {
    expect(explain(duplicate, requestOf([order]))).toMatchObject({
      code: 'Conflict',
      details: { entity: 'Order', constraint: 'x', path: ['a'] },
    });
  });

  it('with several fields names none unless the step is known', () => {
    const explained = explain(duplicate, requestOf([order, customer])) as ApiError;
    expect(explained.details).toEqual({ constraint: 'x' });
    const ofOneField = explain(duplicate, requestOf([order, { ...customer, root: 'a' }])) as ApiError;
    expect(ofOneField.details).toEqual({ constraint: 'x', path: ['a'] });
  });

  it('names the step derived from the database error', () => {
    const request = requestOf([order, customer], (error) => (error === 'raised 2' ? { step: 1 } : undefined));
    expect(explain(duplicate, request)).toMatchObject({ details: { entity: 'Customer', path: ['b'] } });
  });

  it('returns the error of the step whose check the database raised', () => {
    const apiError = { code: 'Forbidden', message: 'not yours' } as const;
    const request = requestOf([order, customer], () => ({ step: 1, apiError }));
    const explained = explain('raised 7', request) as ApiError;
    expect([explained.code, explained.message, explained.details]).toEqual(['Forbidden', 'not yours', { path: ['b'] }]);
    expect(explained).not.toBeInstanceOf(ConflictError);
    const again = requestOf([order], () => ({ step: 0, apiError: { ...apiError, retryReason: 'conflict' } }));
    expect(explain('raised 7', again)).toBeInstanceOf(ConflictError);
  });

  it('can be retried if another transaction created the missing row', () => {
    const explained = explain(duplicate, requestOf([{ ...order, failsOnConflict: true }]));
    expect(explained).toBeInstanceOf(ConflictError);
    expect(explained).toMatchObject({ code: 'Conflict', reason: 'keyTaken', details: { path: ['a'] } });
    const other = new Violation('missingReference', {}, { cause: undefined });
    expect(explain(other, requestOf([{ ...order, failsOnConflict: true }]))).not.toBeInstanceOf(ConflictError);
  });

  it('with an error inside the database names the entities of the statement', () => {
    const fault = { entities: [], sqlState: 'P0001', message: 'no' };
    const explained = explain(
      new ApiError('ApplicationError', 'refused', { databaseError: fault }),
      requestOf([order, customer]),
    ) as ApiError;
    expect(explained.databaseError).toEqual({ ...fault, entities: ['Order', 'Customer'] });
  });

  it.each([
    ['the service itself', new ApiError('Unavailable', 'away')],
    ['the catalog', schemaChanged('cause')],
    ['an internal error', new Error('broken')],
  ])('caused by %s names no field', (_name, error) => {
    expect(explain(error, requestOf([order]))).toBe(error);
  });
});

it('an error at commit may concern any step of the transaction', () => {
  expect(explainCommitError(duplicate, [order, order], { model, sessionRequest: { entities: [] } })).toMatchObject({
    details: { entity: 'Order', path: ['a'] },
  });
  const explained = explainCommitError(duplicate, [order, customer], {
    model,
    sessionRequest: { entities: [] },
  }) as ApiError;
  expect(explained.details).toEqual({ constraint: 'x' });
});
