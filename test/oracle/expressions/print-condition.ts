import type { Condition, Operand, Quantifier, Way } from './expression.ts';

/** Target language: only policies have `@item` and `@claims`. */
export type Language = 'policy' | '$filter';

/**
 * Prints a condition with required and requested parentheses.
 * @throws Error for a claim in `$filter`
 */
export function printCondition(condition: Condition, language: Language): string {
  return print(condition, { language, variables: [] });
}

interface Printing {
  readonly language: Language;
  /** Variables of enclosing quantifiers. */
  readonly variables: readonly string[];
}

function print(condition: Condition, printing: Printing): string {
  const text = printPlain(condition, printing);
  return condition.grouped === true ? `(${text})` : text;
}

function printPlain(condition: Condition, printing: Printing): string {
  const operand = (written: Operand): string => printOperand(written, printing);
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.members
        .map((member) =>
          bindsLooser(member, condition.kind) ? `(${print(member, printing)})` : print(member, printing),
        )
        .join(` ${condition.kind} `);
    case 'not':
      return `not ${printTight(condition.member, printing)}`;
    case 'truth': {
      const { member, operator, truth, flipped } = condition;
      const text = printTight(member, printing);
      return flipped ? `${truth} ${operator} ${text}` : `${text} ${operator} ${truth}`;
    }
    case 'compare':
      return `${operand(condition.left)} ${condition.operator} ${operand(condition.right)}`;
    case 'among':
      return `${operand(condition.operand)} in (${condition.items.map(operand).join(',')})`;
    case 'match':
      return `${condition.name}(${operand(condition.text)}, ${operand(condition.part)})`;
    case 'quantifier':
      return printQuantifier(condition, printing);
    case 'bare':
      return operand(condition.operand);
  }
}

/** Adds parentheses unless the member binds tighter than `not` and comparisons. */
function printTight(member: Condition, printing: Printing): string {
  const isTight = member.grouped === true || ['not', 'match', 'quantifier', 'bare'].includes(member.kind);
  return isTight ? print(member, printing) : `(${print(member, printing)})`;
}

/** Returns whether a member needs parentheses. A nested list of the same kind keeps its own. */
const bindsLooser = (member: Condition, outer: 'and' | 'or'): boolean =>
  member.grouped !== true && (member.kind === outer || (member.kind === 'or' && outer === 'and'));

function printQuantifier({ name, way, relationship, inner }: Quantifier, printing: Printing): string {
  const start = `${printPath(way, relationship, printing)}/${name}`;
  if (inner === undefined) return `${start}()`;
  const { variable, condition } = inner;
  return `${start}(${variable}: ${print(condition, { ...printing, variables: [...printing.variables, variable] })})`;
}

function printOperand(operand: Operand, printing: Printing): string {
  const text = printPlainOperand(operand, printing);
  return operand.grouped === true ? `(${text})` : text;
}

function printPlainOperand(operand: Operand, printing: Printing): string {
  switch (operand.kind) {
    case 'literal':
      return operand.text;
    case 'claim':
      if (printing.language === '$filter') throw new Error('"$filter" knows no claims.');
      return `@claims.${operand.name}`;
    case 'call':
      return `${operand.name}(${printOperand(operand.argument, printing)})`;
    case 'field':
      return printPath(operand.way, operand.field, printing);
  }
}

function printPath({ variable, steps, prefix, separator }: Way, last: string, printing: Printing): string {
  if (variable !== undefined) return [variable, ...steps, last].join('/');
  const names = [...steps, last];
  if (printing.language === 'policy' && prefix.startsWith('@')) return `${prefix}${names.join(separator)}`;
  const isHidden = printing.variables.includes(names[0] ?? '');
  return `${prefix !== '' || isHidden ? '$it/' : ''}${names.join('/')}`;
}
