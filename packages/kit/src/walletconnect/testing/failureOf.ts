/** What a promise fails with, to be looked at later. @throws when it does not fail */
export function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => Promise.reject(new Error('It did not fail')),
    (error: unknown) => error,
  )
}
