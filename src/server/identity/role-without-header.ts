import type { Config } from '../../config/config.ts';

/** Returns the role of a caller who sends neither a token nor a role header. */
export const roleWithoutHeader = ({ runtime: { mode, authentication } }: Config): string =>
  authentication.provider === 'Simulator' && mode === 'development' ? 'authenticated' : 'anonymous';
