/** The page to which an OpenID provider sends people back once they are signed in. */
export const SIGN_IN_PATH = '/sign-in';
