import { refuse } from '../base/errors.ts';
import type { Model } from '../model/model.ts';
import type { Layout } from '../store/store.ts';
import type { Dialect } from './dialect.ts';
import type { Aliases } from './fragment.ts';

/** What compiling looks at beside the plan. */
export interface Compiling {
  readonly dialect: Dialect;
  readonly model: Model;
  readonly aliases: Aliases;
  /** Which reading of the catalog this is: sessions keep what they prepared for another one. */
  readonly generation: number;
  readonly layout: Layout;
}

/** @throws Refusal OperationNotOffered when the store cannot do it */
export function requireCapability(
  capability: keyof Dialect['capabilities'],
  what: string,
  { dialect }: Compiling,
): void {
  if (!dialect.capabilities[capability]) refuse('OperationNotOffered', `${what} are not offered on ${dialect.name}.`);
}
