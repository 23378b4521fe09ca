import { NodesError } from './nodes.ts'

/**
 * Reads untrusted contracts. When the whole reading fails, bisection finds the contract that causes
 * it. The value is undefined when the contract refuses or answers without end. It is a NodesError
 * when nodes answer for others, but not for this contract.
 * @param read reads several contracts at once, in their order
 * @throws NodesError when no node answers for any of them; other errors of `read`
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
  ) // all other errors were thrown above
}
