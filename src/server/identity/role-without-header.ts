import type { Config } from '../../config/config.ts';

/** Returns the role of a caller without a token or a role header. */
export const roleWithoutHeader = ({ runtime: { mode, authentication } }: Config): string =>
  authentication.provider === 'Simulator' && mode === 'development' ? 'authenticated' : 'anonymous';
