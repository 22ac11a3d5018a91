import type { Aggregate } from '../plan/shape/aggregate.ts';
import type { Slot } from '../plan/shape/slot.ts';
import { Placeholder, type Template, type TemplateObject } from './template.ts';

/** A stage of an aggregation pipeline. */
export type Stage = TemplateObject;

/** Returns an expression that is false for null and for a missing field, which sort before all other values. */
export const isPresent = (expression: Template): Template => ({ $gt: [expression, null] });

/** Fields of a document that represents a group. */
export interface AggregateFields {
  /** Returns the field that holds the aggregate. */
  field(aggregate: Aggregate): string;
}

interface SortTerm {
  readonly path: string;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
  readonly nullable: boolean;
}

/** Collects the slots of a command, and names its variables and temporary fields. */
export class CommandContext {
  readonly slots: Slot[] = [];
  #names = 0;

  /** Returns the placeholder of a slot. Equal slots share one. */
  value(slot: Slot): Placeholder {
    const known = this.slots.indexOf(slot);
    return new Placeholder(known >= 0 ? known : this.slots.push(slot) - 1);
  }

  /** Returns a new name that no field of a document should have. */
  nextName(kind: string): string {
    this.#names += 1;
    return `__${kind}${this.#names}`;
  }
}

/**
 * The documents of one pipeline. Conditions, orders, and selections add stages that join other documents, and read
 * fields of enclosing documents through variables of `$lookup`.
 */
export class PipelineScope {
  readonly command: CommandContext;
  readonly outer: PipelineScope | undefined;
  /** Present if the documents are groups. */
  readonly aggregates: AggregateFields | undefined;
  readonly stages: Stage[] = [];
  /** `let` of the `$lookup` that contains this pipeline. */
  readonly variables: Record<string, Template> = {};
  readonly #joined = new Map<string, string>();
  readonly #variableByField = new Map<string, string>();

  constructor(command: CommandContext, outer?: PipelineScope, aggregates?: AggregateFields) {
    this.command = command;
    this.outer = outer;
    this.aggregates = aggregates;
  }

  add(...stages: readonly Stage[]): void {
    this.stages.push(...stages);
  }

  /** Adds stages that sort. A missing field sorts like null. */
  sort(terms: readonly SortTerm[]): void {
    const computed: Record<string, Template> = {};
    const order: Record<string, 1 | -1> = {};
    for (const { path, descending, nullsFirst, nullable } of terms) {
      if (nullable && nullsFirst === descending) {
        const name = this.command.nextName('n');
        computed[name] = isPresent(`$${path}`);
        order[name] = nullsFirst ? 1 : -1;
      }
      // If a path occurs twice, its first term decides.
      order[path] ??= descending ? -1 : 1;
    }
    if (Object.keys(computed).length > 0) this.add({ $set: computed });
    if (terms.length > 0) this.add({ $sort: order });
  }

  /** Returns an expression for a field of the enclosing document. */
  outerExpression(expression: string): string {
    const known = this.#variableByField.get(expression);
    if (known !== undefined) return `$$${known}`;
    const name = this.command.nextName('v').replace('__', '');
    this.#variableByField.set(expression, name);
    this.variables[name] = expression;
    return `$$${name}`;
  }

  /** Returns the field that holds a joined document, and joins it on the first call. */
  join(key: string, add: () => string): string {
    const field = this.#joined.get(key) ?? add();
    this.#joined.set(key, field);
    return field;
  }
}
