import type { ComponentChildren, JSX } from 'preact';
import type { Failure } from '../state/send.ts';
import { Icon } from './icons.tsx';

export const Loading = ({ what }: { readonly what: string }): JSX.Element => (
  <div class="state" role="status">
    <span class="spinner" aria-hidden="true" />
    <p>Loading {what} …</p>
  </div>
);

export const Empty = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}): JSX.Element => (
  <div class="state">
    <p class="state-title">{title}</p>
    {children !== undefined && <p>{children}</p>}
  </div>
);

interface FailedProps {
  readonly failure: Failure;
  readonly retry?: () => void;
}

export const Failed = ({ failure, retry }: FailedProps): JSX.Element => (
  <div class="alert bad" role="alert">
    <Icon name="error" />
    <div>
      <p class="alert-title">{failure.status === 0 ? failure.code : `${failure.status} ${failure.code}`}</p>
      <p>{failure.message}</p>
    </div>
    {retry !== undefined && (
      <button type="button" class="button" onClick={retry}>
        <Icon name="reload" />
        Try again
      </button>
    )}
  </div>
);

interface ViewHeadProps {
  readonly title: string;
  readonly children?: ComponentChildren;
  /** Shown to the right of the title. */
  readonly actions?: ComponentChildren;
}

export const ViewHead = ({ title, children, actions }: ViewHeadProps): JSX.Element => (
  <header class="view-head">
    <div>
      <h1>{title}</h1>
      {children}
    </div>
    {actions !== undefined && <div class="actions">{actions}</div>}
  </header>
);
