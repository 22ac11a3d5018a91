/** The page to which an OpenID provider sends back whom it signed in. */
export const SIGN_IN_PATH = '/sign-in';
