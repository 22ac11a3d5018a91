import type { Runtime } from '../../config/config.ts';

/** Whether the pages for developers can sign people in. */
export const offersSignIn = ({ mode, authentication }: Runtime): boolean =>
  mode === 'development' && authentication.signIn !== undefined;
