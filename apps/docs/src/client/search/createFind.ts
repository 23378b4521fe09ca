import type { Found } from './searchOptions.ts'

/** The maximum number of results that are shown. */
const maxResults = 12

/**
 * Finds the parts of pages that contain the words of a text. @throws Error if the index did not
 * load
 */
export type Find = (text: string) => Promise<readonly Found[]>

/**
 * Creates the search. The first call loads its index. If that fails, the next call loads it again.
 */
export function createFind(): Find & { load: () => void } {
  let loading: ReturnType<typeof loadIndex> | undefined
  const index = () => {
    loading ??= loadIndex()
    loading.catch(() => (loading = undefined))
    return loading
  }
  const find: Find = async (text) =>
    // the index stores these fields, because our build wrote it
    (await index()).search(text).slice(0, maxResults) as unknown as readonly Found[]
  return Object.assign(find, { load: () => void index().catch(() => {}) })
}

async function loadIndex() {
  const [{ default: MiniSearch }, { searchOptions }, response] = await Promise.all([
    import('minisearch'),
    import('./searchOptions.ts'),
    fetch(document.body.dataset['search'] ?? '', { signal: AbortSignal.timeout(20_000) }),
  ])
  if (!response.ok) throw new Error('The index did not come')
  return MiniSearch.loadJSON<Found & { text: string }>(await response.text(), searchOptions)
}
