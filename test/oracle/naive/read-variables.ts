import { type DocumentNode, Kind, type ValueNode } from 'graphql';
import { compareDecimals, Decimal } from './decimal.ts';
import { Digits, parseExactJson } from './exact-json.ts';

type Variables = Readonly<Record<string, unknown>>;

/** Parses variables for graphql-js, with `Digits` for numbers that a double would change. */
export const readVariables = (text: string): Variables => soften(parseExactJson(text)) as Variables;

function soften(value: unknown): unknown {
  if (value instanceof Digits) return isExact(value) ? Number(value.text) : value;
  if (Array.isArray(value)) return value.map(soften);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, soften(member)]));
}

const isExact = ({ text }: Digits): boolean =>
  compareDecimals(new Decimal(text), new Decimal(String(Number(text)))) === 0;

/** Reads an argument with keys in written order, unlike coercion, and enum values by name. */
export function readAsWritten(node: ValueNode, document: DocumentNode, variables: Variables): unknown {
  switch (node.kind) {
    case Kind.VARIABLE: {
      const name = node.name.value;
      if (variables[name] !== undefined) return variables[name];
      const fallback = defaultOf(document, name);
      return fallback && readAsWritten(fallback, document, variables);
    }
    case Kind.OBJECT:
      return Object.fromEntries(
        node.fields.map((field) => [field.name.value, readAsWritten(field.value, document, variables)]),
      );
    case Kind.LIST:
      return node.values.map((member) => readAsWritten(member, document, variables));
    case Kind.NULL:
      return null;
    default:
      return node.value;
  }
}

function defaultOf(document: DocumentNode, name: string): ValueNode | undefined {
  return document.definitions
    .flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
    )
    .find(({ variable }) => variable.name.value === name)?.defaultValue;
}
