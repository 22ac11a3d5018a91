import type { ConfigPath } from '../../base/problem.ts';

/** A difference between a configuration of Data API builder and its conversion. */
export interface Remark {
  readonly kind: 'changed' | 'unsupported' | 'check';
  readonly path: ConfigPath;
  readonly message: string;
}

export type AddRemark = (kind: Remark['kind'], path: ConfigPath, message: string) => void;

/** An object of a configuration file that may have mistakes. */
export type Tree = Readonly<Record<string, unknown>>;
