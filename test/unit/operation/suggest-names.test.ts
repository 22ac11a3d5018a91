import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { withSuggestions } from '../../../src/operation/suggest-names.ts';
import { schema } from './prepare.ts';

/** Returns validation messages as sent with enabled or disabled introspection. */
const messagesOf = (document: string, hideNames: boolean): readonly string[] =>
  validate(schema, parse(document), undefined, { hideSuggestions: hideNames }).map(({ message }) =>
    withSuggestions(message, schema, hideNames),
  );

describe('names of other products in a document', () => {
  it.each([
    ['{ customers(filter: { name: { _like: "a" } }) { id } }', 'contains'],
    ['{ customers(filter: { name: { equals: "a" } }) { id } }', 'eq'],
    ['{ customers(where: {}) { id } }', 'filter'],
    ['{ customers(limit: 1) { id } }', 'first'],
  ])('%s causes a suggestion, even if introspection is disabled', (document, ours) => {
    for (const hideNames of [false, true]) {
      expect(messagesOf(document, hideNames)).toEqual([expect.stringMatching(`Did you mean "${ours}"\\?$`)]);
    }
  });

  it.each([
    '{ customers { nme } }',
    '{ customers { NAME } }',
    '{ customer { id } }',
    '{ customers(filter: { NAME: { eq: "a" } }) { id } }',
    '{ customer_by_pk(ID: 1) { name } }',
  ])('%s causes no suggestion if introspection is disabled', (document) => {
    expect(messagesOf(document, false).join()).toContain('Did you mean');
    expect(messagesOf(document, true).join()).not.toContain('Did you mean');
  });
});

describe('a pagination argument of a plain list', () => {
  it.each(['after', 'before', 'last', 'cursor'])('names the connection that supports "%s"', (argument) => {
    const [message] = messagesOf(`{ customers(${argument}: "c") { id } }`, false);
    expect(message).toMatch(
      /^Unknown argument "\w+" on field "Query\.customers"\. Use "(after|before|last)" on "customers_connection"\.$/,
    );
  });

  it('names the connection of a nested list', () => {
    expect(messagesOf('{ customers { orders(after: "c") { id } } }', false)).toEqual([
      'Unknown argument "after" on field "Customer.orders". Use "after" on "orders_connection".',
    ]);
  });

  it('names no connection if introspection is disabled', () => {
    expect(messagesOf('{ customers(after: "c") { id } }', true)).toEqual([
      'Unknown argument "after" on field "Query.customers".',
    ]);
  });
});

describe('a field of the other operation', () => {
  it.each([
    ['{ deleteCustomer(id: 1) { id } }', '"deleteCustomer" is a mutation: start the operation with "mutation".'],
    ['mutation { customers { id } }', '"customers" is a query: start the operation with "query".'],
  ])('%s causes a hint, unless introspection is disabled', (document, hint) => {
    expect(messagesOf(document, false)).toEqual([expect.stringContaining(`". ${hint}`)]);
    expect(messagesOf(document, true).join()).not.toContain('start the operation');
  });
});
