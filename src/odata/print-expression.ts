import { assertNever } from '../base/invariant.ts';
import { type Expression, isOperand, type Literal, type Membership, type Path, type Quantifier } from './expression.ts';
import { isReserved } from './keywords.ts';

/**
 * The canonical text of an expression: single blanks, and parentheses only where they are needed. Parsed again, as a
 * policy where it has claims, it gives the same expression but for positions.
 */
export function printExpression(expression: Expression, writing: Writing = asWritten): string {
  return print(expression, { writing, variables: [] });
}

/** How values are printed. */
export interface Writing {
  readonly literal: (literal: Literal) => string;
  /** The list of an `in`, without its parentheses. */
  readonly items: (items: Membership['items'], print: (item: Expression) => string) => string;
}

const asWritten: Writing = {
  literal: ({ type, text }) => (type === 'text' ? `'${text.replaceAll("'", "''")}'` : text),
  items: (items, printItem) => items.map(printItem).join(', '),
};

interface Printing {
  readonly writing: Writing;
  /** Variables of the quantifiers around. */
  readonly variables: readonly string[];
}

function print(expression: Expression, printing: Printing): string {
  const { writing, variables } = printing;
  const printInner = (inner: Expression): string => print(inner, printing);
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
      return printQuantifier(expression, printing);
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

/** Whether the inner expression needs no parentheses within the outer one. An `and` within an `and` keeps its own. */
function bindsTighter(inner: Expression, outer: 'not' | 'and' | 'or'): boolean {
  if (isOperand(inner) || inner.kind === 'match' || inner.kind === 'quantifier' || inner.kind === 'not') return true;
  if (inner.kind === 'compare' || inner.kind === 'in') return outer !== 'not';
  return inner.kind === 'and' && outer === 'or';
}

function printQuantifier({ name, path, variable, condition }: Quantifier, printing: Printing): string {
  const { variables } = printing;
  const inner =
    variable === undefined || condition === undefined
      ? ''
      : `${variable}: ${print(condition, { ...printing, variables: [...variables, variable] })}`;
  return `${printPath(path, variables)}/${name}(${inner})`;
}

function printPath({ variable, segments }: Path, variables: readonly string[]): string {
  const [first = ''] = segments;
  const hidden = variable === undefined && (isReserved(first) || variables.includes(first));
  const start = variable ?? (hidden ? '$it' : undefined);
  return [...(start === undefined ? [] : [start]), ...segments].join('/');
}
