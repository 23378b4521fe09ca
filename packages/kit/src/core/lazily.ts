/** Calls `load` when it is first needed and keeps what came; what failed is asked for again the next time. */
export function lazily<value>(load: () => Promise<value>): () => Promise<value> {
  let loading: Promise<value> | undefined
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    }))
}
