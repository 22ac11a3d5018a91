// Shows as whom this tab asks, in a corner of the page or where the page has a place for it, and lets one sign in and out.
import { currentSession, signIn, signOut } from './session.js';

const STYLE = `
  :host { position: fixed; right: 0.75rem; bottom: 0.75rem; z-index: 10000; }
  :host([inline]) { position: static; }
  div { display: flex; gap: 0.75rem; align-items: center; padding: 0.4rem 0.4rem 0.4rem 0.9rem; border-radius: 2rem;
    font: 14px/1.4 system-ui, sans-serif; color: #fff; background: #24292f; box-shadow: 0 1px 6px #0006; }
  button { padding: 0.3rem 0.9rem; border: 0; border-radius: 2rem; font: inherit; color: #24292f; background: #fff; cursor: pointer; }
  button:hover, button:focus-visible { background: #d0e2ff; }
`;

class SignInBar extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' });
    const style = document.createElement('style');
    style.textContent = STYLE;
    const box = document.createElement('div');
    this.who = document.createElement('span');
    this.button = document.createElement('button');
    box.append(this.who, this.button);
    root.append(style, box);
    this.button.addEventListener('click', () => this.toggle());
    window.addEventListener('joinery-session', () => this.show());
    this.show();
  }

  show() {
    const session = currentSession();
    this.who.textContent = session === undefined ? 'Nobody is signed in' : session.name;
    this.button.textContent = session === undefined ? 'Sign in' : 'Sign out';
  }

  async toggle() {
    try {
      await (currentSession() === undefined ? signIn() : signOut());
    } catch (error) {
      this.who.textContent = `That did not work: ${error.message}`;
    }
  }
}

customElements.define('sign-in-bar', SignInBar);
if (document.querySelector('sign-in-bar') === null) document.body.append(document.createElement('sign-in-bar'));
