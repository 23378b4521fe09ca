import { NodesError } from './nodes.ts'

/**
 * Reads untrusted contracts. If the common read fails, it is repeated with each half, until the
 * contract that causes it is alone. The value is undefined if this contract reverts, or its answer
 * is too large. It is a NodesError if nodes answer for other contracts, but not for this one.
 * @param read reads several contracts at once, in order
 * @throws NodesError when no node answers for any contract; other errors of `read`
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
  const failures = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason] : [],
  )
  const fatal = failures.find(
    (reason) => failures.length === halves.length || !(reason instanceof NodesError),
  )
  if (fatal !== undefined) throw fatal
  return results.flatMap((result, index) =>
    result.status === 'fulfilled'
      ? result.value
      : (halves[index] ?? []).map((): NodesError => result.reason),
  ) // other errors than NodesError were thrown above
}
