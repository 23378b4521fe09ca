import type { Found } from './searchOptions.ts'

/** Results that are shown. */
const maxResults = 12

/** Finds the parts of pages with the words of a text. @throws Error when the index is missing */
export type Find = (text: string) => Promise<readonly Found[]>

/** Makes the search. Its index loads with the first call, after a failure with the next one. */
export function createFind(): Find & { load: () => void } {
  let loading: ReturnType<typeof loadIndex> | undefined
  const index = () => {
    loading ??= loadIndex()
    loading.catch(() => (loading = undefined))
    return loading
  }
  const find: Find = async (text) =>
    // the fields that the index stores, which our build wrote
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
