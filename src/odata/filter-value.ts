import { assertNever } from '../base/invariant.ts';
import {
  type Condition,
  type Expression,
  isOperand,
  type Literal,
  type LiteralWithOption,
  type Membership,
  type Path,
  type Quantifier,
} from './expression.ts';
import { isReserved } from './keywords.ts';
import { formOf } from './literal-form.ts';

export interface FilterOrigin {
  readonly option: string;
  /** True if messages may suggest names. */
  readonly suggest: boolean;
}

/**
 * A condition split into literals, which vary per call, and `shape`, which determines the plan. `total gt 100 and city
 * eq 'Oslo'` has the literals `100` and `Oslo`.
 */
export class FilterValue {
  readonly condition: Condition;
  readonly origin: FilterOrigin;
  /** The literals of an `in` are one entry, so that their number does not affect the shape. */
  readonly literals: readonly (LiteralWithOption | readonly LiteralWithOption[])[];
  readonly shape: string;
  readonly #sourceLiterals: readonly (Literal | readonly Literal[])[];

  constructor(condition: Condition, origin: FilterOrigin) {
    this.condition = condition;
    this.origin = origin;
    this.#sourceLiterals = literalsOf(condition);
    const place = (literal: Literal): LiteralWithOption => ({ ...literal, option: origin.option });
    this.literals = this.#sourceLiterals.map((entry) => (isOne(entry) ? place(entry) : entry.map(place)));
    this.shape = printExpression(condition, { literal: maskLiteral, items: maskItems });
  }

  /** Returns the index of a literal, or of the list that begins with it; -1 for a literal of another condition. */
  indexOf(literal: Literal | undefined): number {
    return this.#sourceLiterals.findIndex((entry) => (isOne(entry) ? entry : entry[0]) === literal);
  }
}

const isOne = (entry: Literal | readonly Literal[]): entry is Literal => 'kind' in entry;

/**
 * Replaces a literal by its form. Keeps `null`, booleans, and the sign of numbers beyond floating point, because they
 * affect the plan.
 */
function maskLiteral(literal: Literal): string {
  const { type, text } = literal;
  if (type === 'null' || type === 'boolean') return text;
  const form = formOf(literal);
  return form === 'huge' && text.startsWith('-') ? '?-huge' : `?${form}`;
}

/** Lists the distinct forms of the items, in order. The first form may determine the type of the operand. */
function maskItems(items: Membership['items']): string {
  const forms = items.map((item) => (item.kind === 'literal' ? formOf(item) : item.kind));
  return [...new Set(forms)].filter((form) => form !== 'null').join('|');
}

function literalsOf(expression: Expression): readonly (Literal | readonly Literal[])[] {
  switch (expression.kind) {
    case 'literal':
      return [expression];
    case 'and':
    case 'or':
      return expression.members.flatMap(literalsOf);
    case 'not':
      return literalsOf(expression.member);
    case 'compare':
      return [expression.left, expression.right].flatMap(literalsOf);
    case 'in':
      return [...literalsOf(expression.operand), expression.items.filter((item) => item.kind === 'literal')];
    case 'match':
      return [expression.text, expression.part].flatMap(literalsOf);
    case 'call':
      return literalsOf(expression.argument);
    case 'quantifier':
      return expression.condition === undefined ? [] : literalsOf(expression.condition);
    default:
      return [];
  }
}

/** Prints an expression. Parsing the result returns an equal expression, except for positions. */
export function printExpression(expression: Expression, writing: WriteContext = asWritten): string {
  return print(expression, { writing, variables: [] });
}

interface WriteContext {
  readonly literal: (literal: Literal) => string;
  readonly items: (items: Membership['items'], print: (item: Expression) => string) => string;
}

const asWritten: WriteContext = {
  literal: ({ type, text }) => (type === 'text' ? `'${text.replaceAll("'", "''")}'` : text),
  items: (items, printItem) => items.map(printItem).join(', '),
};

interface PrintContext {
  readonly writing: WriteContext;
  readonly variables: readonly string[];
}

function print(expression: Expression, context: PrintContext): string {
  const { writing, variables } = context;
  const printInner = (inner: Expression): string => print(inner, context);
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.members
        .map((member) => (bindsTighter(member, expression.kind) ? printInner(member) : `(${printInner(member)})`))
        .join(` ${expression.kind} `);
    case 'not':
      return bindsTighter(expression.member, 'not')
        ? `not ${printInner(expression.member)}`
        : `not (${printInner(expression.member)})`;
    case 'compare':
      return `${printInner(expression.left)} ${expression.operator} ${printInner(expression.right)}`;
    case 'in':
      return `${printInner(expression.operand)} in (${writing.items(expression.items, printInner)})`;
    case 'match':
      return `${expression.name}(${printInner(expression.text)}, ${printInner(expression.part)})`;
    case 'call':
      return `${expression.name}(${printInner(expression.argument)})`;
    case 'quantifier':
      return printQuantifier(expression, context);
    case 'path':
      return printPath(expression, variables);
    case 'claim':
      return `@claims.${expression.name}`;
    case 'literal':
      return writing.literal(expression);
    default:
      return assertNever(expression);
  }
}

function bindsTighter(inner: Expression, outer: 'not' | 'and' | 'or'): boolean {
  if (isOperand(inner) || inner.kind === 'match' || inner.kind === 'quantifier' || inner.kind === 'not') return true;
  if (inner.kind === 'compare' || inner.kind === 'in') return outer !== 'not';
  return inner.kind === 'and' && outer === 'or';
}

function printQuantifier({ name, path, variable, condition }: Quantifier, context: PrintContext): string {
  const { variables } = context;
  const inner =
    variable === undefined || condition === undefined
      ? ''
      : `${variable}: ${print(condition, { ...context, variables: [...variables, variable] })}`;
  return `${printPath(path, variables)}/${name}(${inner})`;
}

function printPath({ variable, segments }: Path, variables: readonly string[]): string {
  const [first = ''] = segments;
  const hidden = variable === undefined && (isReserved(first) || variables.includes(first));
  const start = variable ?? (hidden ? '$it' : undefined);
  return [...(start === undefined ? [] : [start]), ...segments].join('/');
}
