import { KitError } from '../errors/KitError.ts'

/**
 * Waits for the code of a dynamic `import()`. The sentences of its errors are written here, because
 * otherwise the table of sentences would have to be loaded, too.
 * @throws KitError offline without a network, else httpFailed; `cause` is the browser's error
 */
export function loadCode<module>(code: Promise<module>): Promise<module> {
  return code.catch((cause: unknown) => {
    throw globalThis.navigator?.onLine === false
      ? new KitError(
          'offline',
          'No internet connection detected. Please restart your network and try again.',
          { cause },
        )
      : new KitError('httpFailed', 'HTTP request failed.', { cause })
  })
}

/** Calls `load` on first need and stores the result. After a failure, the next call loads again. */
export function lazily<value>(load: () => Promise<value>): () => Promise<value> {
  let loading: Promise<value> | undefined
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    }))
}
