import type { Config } from '../../config/config.ts';

/** Returns the role of a caller without token and role header. */
export const roleWithoutHeader = ({ runtime: { mode, authentication } }: Config): string =>
  authentication.provider === 'Simulator' && mode === 'development' ? 'authenticated' : 'anonymous';
