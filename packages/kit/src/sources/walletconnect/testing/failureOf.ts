/**
 * The error with which a promise rejects, for a later check.
 * @throws when it does not reject
 */
export function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => Promise.reject(new Error('It did not fail')),
    (error: unknown) => error,
  )
}
