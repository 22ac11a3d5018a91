// Adds the user's token to requests for this service. This is a classic script, so that it runs before all others.
{
  const session = import(new URL('session.js', /** @type {HTMLScriptElement} */ (document.currentScript).src).href);
  const send = window.fetch;

  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const isOurs = new URL(request.url).origin === location.origin;
    if (!isOurs || request.headers.has('authorization') || /\/sign-in\//.test(new URL(request.url).pathname))
      return send(request);
    const token = await (await session).currentToken();
    if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
    return send(request);
  };
}
