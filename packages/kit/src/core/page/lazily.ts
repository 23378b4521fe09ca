/** Calls `load` on first need and stores the result. After a failure, the next call loads again. */
export function lazily<value>(load: () => Promise<value>): () => Promise<value> {
  let loading: Promise<value> | undefined
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    }))
}
