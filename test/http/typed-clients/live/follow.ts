/**
 * Subscribes, and calls `receive` with the data of each result.
 * @param url of GraphQL
 * @returns a function that unsubscribes
 */
export type Follow = (url: string, query: string, receive: (data: unknown) => void) => () => void;

/** Ends the program: no error is expected. */
export const fail = (error: unknown): never => {
  throw new Error(`The subscription failed: ${JSON.stringify(error)}`, { cause: error });
};
