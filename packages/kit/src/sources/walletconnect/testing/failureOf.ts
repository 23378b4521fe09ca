/**
 * Resolves to the error with which a promise rejects, so that a test can check it later.
 * @throws when it does not reject
 */
export function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => Promise.reject(new Error('It did not fail')),
    (error: unknown) => error,
  )
}
