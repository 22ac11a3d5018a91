import type { Runtime } from '../../config/config.ts';
import { offersSignIn } from './offers-sign-in.ts';
import { SIGN_IN_PATH } from './sign-in-path.ts';

/** What a page for developers needs so that people can sign in; all empty where they cannot. */
export interface SignInTags {
  /** HTML that stands before all other scripts. */
  readonly head: string;
  /** Further sources of its content security policy. */
  readonly script: string;
  readonly connect: string;
}

const NONE: SignInTags = { head: '', script: '', connect: '' };

/** @param root the way from the page up to the root of the service, `../` for example: relative, as a proxy may take a prefix away */
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
