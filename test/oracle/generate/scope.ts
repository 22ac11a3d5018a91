import type { FieldNode } from 'graphql';
import type { Level } from './generation.ts';
import type { SelectableType } from './selectable.ts';

/** What stands under one response key. */
export interface Occupant {
  /** Without directives and selections. */
  readonly field: FieldNode;
  /** What two fields under one response key must share. */
  readonly signature: string;
  /** What can be selected inside; absent for a leaf. */
  readonly place?: { readonly type: SelectableType; readonly level: Level };
}

interface Entry {
  readonly occupant: Occupant;
  readonly inner: Scope;
}

/**
 * The response keys of one place of the answer, whichever selections and fragments bring them: fields under one key must
 * be able to merge, https://spec.graphql.org/October2021/#sec-Field-Selection-Merging
 */
export class Scope {
  readonly #entries = new Map<string, Entry>();

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** The scope inside a field that is here already, or comes here now. */
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

  /** Takes in what another scope has, and leaves that as it is. */
  absorb(other: Scope): void {
    for (const [key, { occupant, inner }] of other.#entries) this.enter(key, occupant).absorb(inner);
  }
}
