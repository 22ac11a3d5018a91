import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Script } from '../store/script.ts';

/** What a compiled script holds beside its text, roughly: slots, roots, the entry itself. */
const OVERHEAD = 1024;

/** Compiled scripts by document, operation, role and shape of the variables; bounded in bytes, as clients can mint shapes at will. */
export class ScriptCache {
  readonly #scripts: LRUCache<string, Script>;
  readonly #ids = new WeakMap<DocumentNode, number>();
  #nextId = 0;

  /** @param maxBytes roughly what all entries together may take */
  constructor(maxBytes: number) {
    this.#scripts = new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf });
  }

  /** The script for a key; made and kept where there is none yet. */
  get(document: DocumentNode, parts: readonly string[], make: () => Script): Script {
    const key = [this.#idOf(document), ...parts].join('\0');
    const known = this.#scripts.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.#scripts.set(key, made);
    return made;
  }

  #idOf(document: DocumentNode): number {
    const known = this.#ids.get(document);
    if (known !== undefined) return known;
    this.#nextId += 1;
    this.#ids.set(document, this.#nextId);
    return this.#nextId;
  }
}

function sizeOf(script: Script, key: string): number {
  const texts = script.steps.map(({ text, slots }) => text.length * 2 + slots.length * 200);
  return OVERHEAD + key.length * 2 + script.roots.length * 100 + texts.reduce((sum, size) => sum + size, 0);
}
