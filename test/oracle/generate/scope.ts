import type { FieldNode } from 'graphql';
import type { Level } from './generation.ts';
import type { SelectableType } from './selectable.ts';

/** The field of a response key. */
export interface Occupant {
  /** Without directives and selections. */
  readonly field: FieldNode;
  /** What fields of one response key must share. */
  readonly signature: string;
  /** Absent for a leaf. */
  readonly place?: { readonly type: SelectableType; readonly level: Level };
}

interface Entry {
  readonly occupant: Occupant;
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
  enter(key: string, occupant: Occupant): Scope {
    const entry = this.#entries.get(key) ?? { occupant, inner: new Scope() };
    this.#entries.set(key, entry);
    return entry.inner;
  }

  occupants(): readonly Occupant[] {
    return [...this.#entries.values()].map(({ occupant }) => occupant);
  }

  accepts(other: Scope): boolean {
    return [...other.#entries].every(([key, theirs]) => {
      const ours = this.#entries.get(key);
      return (
        ours === undefined ||
        (ours.occupant.signature === theirs.occupant.signature && ours.inner.accepts(theirs.inner))
      );
    });
  }

  /** Adds the content of another scope, which stays unchanged. */
  absorb(other: Scope): void {
    for (const [key, { occupant, inner }] of other.#entries) this.enter(key, occupant).absorb(inner);
  }
}
