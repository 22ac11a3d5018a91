import type { Caller } from './model/right.ts';
import { TAG } from './model/show.ts';
import type { Key, Mutation, TagChoice } from './model/step.ts';
import { keyText } from './model/table.ts';

/** An ETag that no row has. */
const UNKNOWN = 'AAAAAAAAAAAAAAAAAAAAAA';

export interface TaggedRow {
  readonly caller: Caller;
  readonly entity: string;
  readonly key: Key;
}

/** ETags of responses and their contents: equal exactly for equal contents. */
export class Tags {
  readonly #tagOf = new Map<string, string>();
  readonly #textOf = new Map<string, string>();
  /** ETags of each row by role in order, of one sequence. */
  readonly #seen = new Map<string, TaggedRow & { readonly texts: readonly string[] }>();

  /** Starts a new sequence. */
  forget(): void {
    this.#seen.clear();
  }

  /** @returns a description of the error, if the ETag is wrong */
  recordTag(text: string, tag: string): string | undefined {
    const [other, others] = [this.#tagOf.get(text), this.#textOf.get(tag)];
    if (other !== undefined && other !== tag) return `The same row has the tag ${other}, then ${tag}: ${text}`;
    if (others !== undefined && others !== text) return `One tag stands for\n${others}\nand for\n${text}`;
    this.#tagOf.set(text, tag);
    this.#textOf.set(tag, text);
    return undefined;
  }

  /** Records that the role has seen this version. */
  see(caller: Caller, entity: string, { key, text }: { readonly key: Key; readonly text: string }): void {
    const name = nameOf(caller, entity, key);
    this.#seen.set(name, { caller, entity, key, texts: [...this.#textsOf(name), text] });
  }

  /** Rows with known ETags. */
  taggedRows(): readonly TaggedRow[] {
    return [...this.#seen.values()];
  }

  #textsOf(name: string): readonly string[] {
    return this.#seen.get(name)?.texts ?? [];
  }

  /** Returns the content of a mutation's ETag, if known. */
  textFor(caller: Caller, mutation: Mutation): string | undefined {
    if (!('ifMatch' in mutation) || mutation.ifMatch === undefined) return undefined;
    return choose(mutation.ifMatch, this.#textsOf(nameOf(caller, mutation.entity, mutation.key)));
  }

  /** Returns the ETag to send. */
  tagFor(caller: Caller, mutation: Mutation): string | undefined {
    if (!('ifMatch' in mutation) || mutation.ifMatch === undefined) return undefined;
    if (mutation.ifMatch === '*') return '*';
    const text = this.textFor(caller, mutation);
    return text === undefined ? UNKNOWN : (this.#tagOf.get(text) ?? UNKNOWN);
  }
}

const nameOf = ({ role }: Caller, entity: string, key: Key): string =>
  `${role} ${entity} ${keyText(Object.keys(key).sort(), key)}`;

function choose(choice: TagChoice, tags: readonly string[]): string | undefined {
  const latest = tags.at(-1);
  if (choice === 'latest') return latest;
  return choice === 'stale' ? tags.findLast((text) => text !== latest) : undefined;
}

/** Returns whether an expected value is an ETag. */
export const isTagText = (value: unknown): value is string => typeof value === 'string' && value.startsWith(TAG);
