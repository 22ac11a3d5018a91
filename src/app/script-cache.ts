import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { SelectedField } from '../operation/operation.ts';
import type { Script } from '../store/script.ts';

/** Approximate size of a Script without its SQL. */
const OVERHEAD_BYTES = 1024;

/** Hits and misses count from the last reload of the catalog. */
export interface CacheStatistics {
  readonly entries: number;
  readonly bytes: number;
  readonly hits: number;
  readonly misses: number;
}

/** Caches compiled scripts. The cache is bounded in bytes, because clients control the number of variable shapes. */
export class ScriptCache {
  readonly #scripts: LRUCache<string, Script>;
  readonly #ids = new WeakMap<DocumentNode, number>();
  #nextId = 0;
  #hits = 0;
  #misses = 0;

  constructor(maxBytes: number) {
    this.#scripts = new LRUCache({ maxSize: maxBytes, maxEntrySize: Math.ceil(maxBytes / 16) });
  }

  get statistics(): CacheStatistics {
    return {
      entries: this.#scripts.size,
      bytes: this.#scripts.calculatedSize,
      hits: this.#hits,
      misses: this.#misses,
    };
  }

  get(document: DocumentNode, keyParts: readonly string[], compile: () => Script): Script {
    const key = [this.#idOf(document), ...keyParts].join('\0');
    const cached = this.#scripts.get(key);
    if (cached !== undefined) {
      this.#hits += 1;
      return cached;
    }
    this.#misses += 1;
    const script = compile();
    this.#scripts.set(key, script, { size: sizeOf(script, key, document) });
    return script;
  }

  #idOf(document: DocumentNode): number {
    const cached = this.#ids.get(document);
    if (cached !== undefined) return cached;
    this.#nextId += 1;
    this.#ids.set(document, this.#nextId);
    return this.#nextId;
  }
}

const countFields = ({ fields }: SelectedField): number => fields.reduce((sum, field) => sum + countFields(field), 1);

/**
 * Estimates the bytes of a script. Counts the document's source, because names and constants are substrings that retain
 * it.
 */
function sizeOf(script: Script, key: string, document: DocumentNode): number {
  const source = document.loc?.source.body.length ?? 0;
  const sizes = script.requests.map(({ text, slots }) => text.length * 2 + slots.length * 200);
  const roots = script.roots.map((root) => (root.kind === 'introspection' ? countFields(root.field) * 300 : 100));
  return OVERHEAD_BYTES + (key.length + source) * 2 + [...roots, ...sizes].reduce((sum, size) => sum + size, 0);
}
