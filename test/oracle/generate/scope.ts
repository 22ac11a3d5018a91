import type { FieldNode } from 'graphql';
import type { Level } from './generation.ts';
import type { SelectableType } from './selectable.ts';

/** The field of a response key. */
export interface ResponseField {
  /** Without directives and selections. */
  readonly field: FieldNode;
  /** Equal for all fields of one response key. */
  readonly signature: string;
  /** Absent for a leaf. */
  readonly place?: { readonly type: SelectableType; readonly level: Level };
}

interface Entry {
  readonly responseField: ResponseField;
  readonly inner: Scope;
}

/**
 * Response keys of one position across selections and fragments, whose fields must be mergeable:
 * https://spec.graphql.org/October2021/#sec-Field-Selection-Merging
 */
export class Scope {
  readonly #entries = new Map<string, Entry>();

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** Returns the scope inside an existing or new field. */
  enter(key: string, responseField: ResponseField): Scope {
    const entry = this.#entries.get(key) ?? { responseField, inner: new Scope() };
    this.#entries.set(key, entry);
    return entry.inner;
  }

  responseFields(): readonly ResponseField[] {
    return [...this.#entries.values()].map(({ responseField }) => responseField);
  }

  accepts(other: Scope): boolean {
    return [...other.#entries].every(([key, other]) => {
      const existing = this.#entries.get(key);
      return (
        existing === undefined ||
        (existing.responseField.signature === other.responseField.signature && existing.inner.accepts(other.inner))
      );
    });
  }

  /** Adds the content of another scope, which stays unchanged. */
  absorb(other: Scope): void {
    for (const [key, { responseField, inner }] of other.#entries) this.enter(key, responseField).absorb(inner);
  }
}
