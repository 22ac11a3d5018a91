import { finishSignIn } from './session.js';

finishSignIn().catch((error) => {
  const [text] = document.getElementsByTagName('p');
  if (text)
    text.textContent = `Signing in has failed: ${error.error_description ?? error.cause?.message ?? error.message}`;
});
