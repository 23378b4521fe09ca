import { NodesError } from './nodes.ts'

/**
 * Reads untrusted contracts. A contract that makes the whole reading fail is found by bisection. It
 * is undefined when the contract itself refuses or answers without end, and a NodesError when nodes
 * answer for others, but not for it.
 * @param read reads several contracts at once, in their order
 * @throws NodesError when no node answers for any of them; what else `read` throws
 */
export async function readApart<item, value>(
  items: readonly item[],
  read: (items: readonly item[]) => Promise<readonly (value | undefined)[]>,
): Promise<readonly (value | undefined | NodesError)[]> {
  if (items.length === 0) return []
  try {
    return await read(items)
  } catch (error) {
    if (!(error instanceof NodesError)) throw error
    if (items.length === 1 && (error.isRevert || error.isTooLarge)) return [undefined]
    if (items.length === 1) throw error
  }
  const middle = Math.ceil(items.length / 2)
  const halves = [items.slice(0, middle), items.slice(middle)]
  const results = await Promise.allSettled(halves.map((half) => readApart(half, read)))
  const failures = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  const fatal = failures.find(
    (reason) => failures.length === halves.length || !(reason instanceof NodesError),
  )
  if (fatal !== undefined) throw fatal
  return results.flatMap((one, index) =>
    one.status === 'fulfilled'
      ? one.value
      : (halves[index] ?? []).map((): NodesError => one.reason),
  ) // all other errors were thrown above
}
