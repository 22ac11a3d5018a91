import type { JsonSchema, JsonType } from './json-schema.ts';

export function describeSchema(schema: JsonSchema): string {
  const choices = choicesOf(schema);
  const words = [
    ...choices.map((value) => JSON.stringify(value)),
    ...[schema.type ?? []]
      .flat()
      .filter((type) => type !== 'string' || choices.length === 0)
      .map((type) => describeType(type, schema)),
  ];
  return joinWords(words, 'or');
}

export function choicesOf({ enum: choices, anyOf = [] }: JsonSchema): readonly string[] {
  return choices ?? anyOf.flatMap((branch) => branch.enum ?? []);
}

function describeType(type: JsonType, schema: JsonSchema): string {
  switch (type) {
    case 'array':
      return 'a list';
    case 'boolean':
      return 'true or false';
    case 'integer':
      return schema.not
        ? `an integer from 1 to ${schema.maximum} or -1`
        : `an integer from ${schema.minimum} to ${schema.maximum}`;
    case 'null':
      return 'null';
    case 'number':
      return 'a number';
    case 'object':
      return 'an object';
    case 'string': {
      const example = schema.examples?.[0] ?? schema.default;
      const isPlain = schema.pattern === undefined || example === undefined;
      return isPlain ? 'a string' : `a string such as ${JSON.stringify(example)}`;
    }
  }
}

export function joinWords(words: readonly string[], conjunction: 'and' | 'or'): string {
  if (words.length < 2) return words.join();
  return `${words.slice(0, -1).join(', ')}${words.length > 2 ? ',' : ''} ${conjunction} ${words.at(-1)}`;
}
