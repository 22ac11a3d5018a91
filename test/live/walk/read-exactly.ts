import { BigNumber } from '../../../src/base/json.ts';

interface JsonWithSource {
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
}

/** Parses JSON without changing the text of numbers. */
export const readExactly = (text: string): unknown =>
  (JSON as unknown as JsonWithSource).parse(text, (_key, value, { source }) =>
    typeof value === 'number' ? new BigNumber(source ?? String(value)) : value,
  );
