import { refuse } from '../base/errors.ts';
import type { Model } from '../model/model.ts';
import type { Layout } from '../store/store.ts';
import type { Dialect } from './dialect.ts';
import type { Aliases } from './fragment.ts';

/** What a plan is compiled with. */
export interface CompileContext {
  readonly dialect: Dialect;
  readonly model: Model;
  readonly aliases: Aliases;
  /**
   * Counts how often the catalog was read. It is part of statement names: sessions still keep what was prepared before.
   */
  readonly generation: number;
  readonly layout: Layout;
}

/**
 * @param what begins the message: `Paths into JSON`
 * @throws Refusal OperationNotOffered where the dialect cannot do it
 */
export function requireCapability(
  capability: keyof Dialect['capabilities'],
  what: string,
  { dialect }: CompileContext,
): void {
  if (!dialect.capabilities[capability]) refuse('OperationNotOffered', `${what} are not offered on ${dialect.name}.`);
}
