/** Ignores the rejection if untrusted code, such as a wallet's, returned a promise that rejects. */
export const ignoreRejection = (result: unknown): void =>
  void Promise.resolve()
    .then(() => result)
    .catch(() => {})
