import { throwApiError } from '../base/errors.ts';
import type { Model } from '../model/model.ts';
import type { Layout } from '../store/store.ts';
import type { Dialect } from './dialect.ts';
import type { Aliases } from './fragment.ts';

export interface CompileContext {
  readonly dialect: Dialect;
  readonly model: Model;
  readonly aliases: Aliases;
  /**
   * Number of catalog reloads. It is part of statement names, because sessions may hold statements prepared for an
   * earlier catalog.
   */
  readonly catalogGeneration: number;
  readonly layout: Layout;
}

/**
 * @param subject subject of the message: `Paths into JSON`
 * @throws ApiError OperationNotOffered if the dialect lacks the capability
 */
export function requireCapability(
  capability: keyof Dialect['capabilities'],
  subject: string,
  { dialect }: CompileContext,
): void {
  if (!dialect.capabilities[capability])
    throwApiError('OperationNotOffered', `${subject} are not supported on ${dialect.name}.`);
}
