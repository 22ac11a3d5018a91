import type { Runtime } from '../../config/config.ts';
import { isTaken } from '../pages/is-taken.ts';

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

/** The page to which an OpenID provider sends people back once they are signed in. */
export const SIGN_IN_PATH = '/sign-in';

/** Whether the pages for developers can sign people in. */
export const offersSignIn = (runtime: Runtime): boolean =>
  runtime.mode === 'development' && runtime.authentication.signIn !== undefined && !isTaken(SIGN_IN_PATH, runtime);
