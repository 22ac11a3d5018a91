import { useEffect, useRef, useState } from 'preact/hooks';
import { Failure } from './send.ts';

export interface Resource<T> {
  /** The last value, also while the next one loads. */
  readonly value?: T;
  readonly failure?: Failure;
  readonly isLoading: boolean;
  reload(): void;
}

/** Loads a value on mount and whenever the key changes. A key of undefined loads nothing. */
export function useResource<T>(key: string | undefined, loadValue: (signal: AbortSignal) => Promise<T>): Resource<T> {
  const [state, setState] = useState<Omit<Resource<T>, 'reload'>>({ isLoading: key !== undefined });
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(loadValue);
  latest.current = loadValue;
  useEffect(() => {
    if (key === undefined) {
      setState({ isLoading: false });
      return;
    }
    const controller = new AbortController();
    setState(({ value }) => ({ ...(value !== undefined && { value }), isLoading: true }));
    latest.current(controller.signal).then(
      (value) => {
        if (!controller.signal.aborted) setState({ value, isLoading: false });
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        const failure = error instanceof Failure ? error : new Failure(0, 'Error', String(error));
        setState({ failure, isLoading: false });
      },
    );
    return () => controller.abort();
  }, [key, attempt]);
  return { ...state, reload: () => setAttempt((count) => count + 1) };
}
