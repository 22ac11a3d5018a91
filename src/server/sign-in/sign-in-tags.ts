import type { Runtime } from '../../config/config.ts';
import { isUsedByApi } from '../pages/is-used-by-api.ts';

/** All members are empty if sign-in is unavailable. */
export interface SignInTags {
  /** HTML to place before all other scripts. */
  readonly head: string;
  /** Additional sources of the content security policy. */
  readonly script: string;
  readonly connect: string;
}

const NONE: SignInTags = { head: '', script: '', connect: '' };

/** @param root relative path to the service root, such as `../`, because a proxy may remove a prefix */
export function signInTags(runtime: Runtime, root = ''): SignInTags {
  const [first] = runtime.authentication.issuers;
  if (!offersSignIn(runtime) || first === undefined) return NONE;
  const folder = `${root}${SIGN_IN_PATH.slice(1)}`;
  return {
    head: `<script src="${folder}/authorize.js"></script>\n<script type="module" src="${folder}/bar.js"></script>`,
    script: " 'self'",
    connect: ` ${new URL(first.issuer).origin}`,
  };
}

/** Page to which the OpenID provider redirects. */
export const SIGN_IN_PATH = '/sign-in';

export const offersSignIn = (runtime: Runtime): boolean =>
  runtime.mode === 'development' && runtime.authentication.signIn !== undefined && !isUsedByApi(SIGN_IN_PATH, runtime);
