import type { Generation } from './generation.ts';
import type { Scope } from './scope.ts';

const LONG = 'a'.repeat(62);

/** Reserved words of SQL, JavaScript, and the service, and names longer than identifiers of databases. */
const names = [
  't',
  'select',
  'from',
  'order',
  'null',
  'true',
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'then',
  'toJSON',
  'length',
  '_',
  '_0',
  'items',
  'id',
  'key',
  'value',
  'data',
  'ID',
  'Items',
  `${LONG}b`,
  `${LONG}bc`,
  `${LONG}bd`,
];

const SHARE = 0.22;

/** Picks a free alias, or none if the field's own name is free. */
export function makeAlias({ random, budget, shape }: Generation, scope: Scope, name: string): string | undefined {
  if (!scope.has(name) && (budget.aliases <= 0 || !random.chance(SHARE))) return undefined;
  budget.aliases -= 1;
  const alias = random.chance(0.6) ? random.pick(names) : `${name}_${random.int(1, 9)}`;
  const isUsed = scope.has(alias) || alias.length > shape.longestAlias;
  return isUsed ? freeName(scope, name, 10) : alias;
}

const freeName = (scope: Scope, name: string, counter: number): string =>
  scope.has(`${name}_${counter}`) ? freeName(scope, name, counter + 1) : `${name}_${counter}`;
