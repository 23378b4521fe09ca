import { expect, onTestFinished, test } from 'vitest'
import { startTestKit } from '../../session/startTestKit.ts'
import { peekPages, watchPages } from './watchPages.ts'
import type { Pages } from './watchPages.ts'

test('a new watcher gets the pages that are already loaded at once', async () => {
  const { kit } = startTestKit()
  const options = {
    queryKey: ['pages of a test'] as const,
    queryFn: ({ pageParam }: { pageParam: number }) => Promise.resolve(`page ${pageParam}`),
    initialPageParam: 1,
    getNextPageParam: (_: string, pages: readonly string[]) => pages.length + 1,
    staleTime: Infinity,
    networkMode: 'always' as const,
  }
  expect(peekPages(kit, options)).toEqual({ status: 'pending' })
  const follow = () => {
    const seen: Pages<string>[] = []
    const { stop } = watchPages(kit, options, (pages) => seen.push(pages))
    onTestFinished(stop)
    return { seen, stop }
  }
  const first = follow()
  await expect.poll(() => first.seen.at(-1)?.status).toBe('success')
  expect(peekPages(kit, options)).toEqual(first.seen.at(-1))
  first.stop()
  const later = follow()
  expect(later.seen).toMatchObject([{ status: 'success', pages: ['page 1'] }])
})
