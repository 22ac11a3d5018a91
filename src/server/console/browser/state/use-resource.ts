import { useEffect, useRef, useState } from 'preact/hooks';
import { Failure } from './send.ts';

export interface Resource<T> {
  /** The last value, even while the next value loads. */
  readonly value?: T;
  readonly failure?: Failure;
  readonly isLoading: boolean;
  reload(): void;
}

/** Publishes a value before `loadValue` resolves. Undefined returns to the loading state. */
export type Receive<T> = (value: T | undefined) => void;

/** Loads a value on mount, and whenever the key changes. If the key is undefined, loads nothing. */
export function useResource<T>(
  key: string | undefined,
  loadValue: (signal: AbortSignal, receive: Receive<T>) => Promise<T>,
): Resource<T> {
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
    const receive: Receive<T> = (value) => {
      if (controller.signal.aborted) return;
      if (value !== undefined) setState({ value, isLoading: false });
      else setState(({ value: last }) => ({ ...(last !== undefined && { value: last }), isLoading: true }));
    };
    receive(undefined);
    latest.current(controller.signal, receive).then(receive, (error: unknown) => {
      if (controller.signal.aborted) return;
      const failure = error instanceof Failure ? error : new Failure(0, 'Error', String(error));
      setState({ failure, isLoading: false });
    });
    return () => controller.abort();
  }, [key, attempt]);
  return { ...state, reload: () => setAttempt((count) => count + 1) };
}
