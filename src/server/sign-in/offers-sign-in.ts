import type { Runtime } from '../../config/config.ts';
import { isTaken } from '../is-taken.ts';
import { SIGN_IN_PATH } from './sign-in-path.ts';

/** Whether the pages for developers can sign people in. */
export const offersSignIn = (runtime: Runtime): boolean =>
  runtime.mode === 'development' && runtime.authentication.signIn !== undefined && !isTaken(SIGN_IN_PATH, runtime);
