import type { Condition, FieldPath, Operand, Quantifier } from './expression.ts';

/** Target language: only policies have `@item` and `@claims`. */
export type Language = 'policy' | '$filter';

/**
 * Prints a condition with required and requested parentheses.
 * @throws Error for a claim in `$filter`
 */
export function printCondition(condition: Condition, language: Language): string {
  return print(condition, { language, variables: [] });
}

interface PrintContext {
  readonly language: Language;
  /** Variables of enclosing quantifiers. */
  readonly variables: readonly string[];
}

function print(condition: Condition, context: PrintContext): string {
  const text = printPlain(condition, context);
  return condition.grouped === true ? `(${text})` : text;
}

function printPlain(condition: Condition, context: PrintContext): string {
  const operand = (written: Operand): string => printOperand(written, context);
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.members
        .map((member) => (bindsLooser(member, condition.kind) ? `(${print(member, context)})` : print(member, context)))
        .join(` ${condition.kind} `);
    case 'not':
      return `not ${printTight(condition.member, context)}`;
    case 'truth': {
      const { member, operator, truth, flipped } = condition;
      const text = printTight(member, context);
      return flipped ? `${truth} ${operator} ${text}` : `${text} ${operator} ${truth}`;
    }
    case 'compare':
      return `${operand(condition.left)} ${condition.operator} ${operand(condition.right)}`;
    case 'among':
      return `${operand(condition.operand)} in (${condition.items.map(operand).join(',')})`;
    case 'match':
      return `${condition.name}(${operand(condition.text)}, ${operand(condition.part)})`;
    case 'quantifier':
      return printQuantifier(condition, context);
    case 'bare':
      return operand(condition.operand);
  }
}

/** Adds parentheses unless the member binds tighter than `not` and comparisons. */
function printTight(member: Condition, context: PrintContext): string {
  const isTight = member.grouped === true || ['not', 'match', 'quantifier', 'bare'].includes(member.kind);
  return isTight ? print(member, context) : `(${print(member, context)})`;
}

/** Returns whether a member needs parentheses. A nested list of the same kind keeps its own parentheses. */
const bindsLooser = (member: Condition, outer: 'and' | 'or'): boolean =>
  member.grouped !== true && (member.kind === outer || (member.kind === 'or' && outer === 'and'));

function printQuantifier({ name, fieldPath, relationship, inner }: Quantifier, context: PrintContext): string {
  const start = `${printPath(fieldPath, relationship, context)}/${name}`;
  if (inner === undefined) return `${start}()`;
  const { variable, condition } = inner;
  return `${start}(${variable}: ${print(condition, { ...context, variables: [...context.variables, variable] })})`;
}

function printOperand(operand: Operand, context: PrintContext): string {
  const text = printPlainOperand(operand, context);
  return operand.grouped === true ? `(${text})` : text;
}

function printPlainOperand(operand: Operand, context: PrintContext): string {
  switch (operand.kind) {
    case 'literal':
      return operand.text;
    case 'claim':
      if (context.language === '$filter') throw new Error('"$filter" does not support claims.');
      return `@claims.${operand.name}`;
    case 'call':
      return `${operand.name}(${printOperand(operand.argument, context)})`;
    case 'field':
      return printPath(operand.fieldPath, operand.field, context);
  }
}

function printPath({ variable, steps, prefix, separator }: FieldPath, last: string, context: PrintContext): string {
  if (variable !== undefined) return [variable, ...steps, last].join('/');
  const names = [...steps, last];
  if (context.language === 'policy' && prefix.startsWith('@')) return `${prefix}${names.join(separator)}`;
  const isHidden = context.variables.includes(names[0] ?? '');
  return `${prefix !== '' || isHidden ? '$it/' : ''}${names.join('/')}`;
}
