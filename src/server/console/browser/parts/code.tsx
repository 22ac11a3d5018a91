import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { highlight, type Language } from './highlight.tsx';
import { Icon } from './icons.tsx';

/** Milliseconds for which the button shows "Copied". */
const CONFIRMATION_MS = 1_500;

export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }): JSX.Element {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (): void => {
    // Browsers offer the clipboard only to pages from HTTPS or from this machine.
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    written.then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  return (
    <button type="button" class="button quiet" onClick={copy}>
      <Icon name={state === 'copied' ? 'check' : 'copy'} />
      <span aria-live="polite">{{ idle: label, copied: 'Copied', failed: 'Select and copy' }[state]}</span>
    </button>
  );
}

interface CodeProps {
  readonly text: string;
  readonly language: Language;
  /** Name for screen readers. */
  readonly label: string;
  readonly class?: string;
}

/** A block of code that scrolls, also by keyboard. */
export function Code({ text, language, label, class: className = '' }: CodeProps): JSX.Element {
  const content = useMemo(() => highlight(text, language), [text, language]);
  return (
    <section class={`code ${className}`} tabIndex={0} aria-label={label}>
      <pre>
        <code>{content}</code>
      </pre>
    </section>
  );
}
