import { withLimit } from '@latchkey/server/waiting'
import type { Node } from './createNode.ts'

/** Milliseconds that a second node may take longer than the first. */
const patience = 2_000
/** Milliseconds for which a node is not a second node after it was too slow or has failed. */
const rest = 30_000

/** A result, and the node's place in the list. */
type Found<value> = { value: value; place: number }

/**
 * Does the same work on two nodes. `results` has the order of the list: one result if no second
 * node answers soon; none if no node answers, with the `cause`.
 * @throws the signal's reason
 */
export type Agreement = <value>(
  work: (node: Node, signal: AbortSignal) => Promise<value>,
  signal: AbortSignal,
) => Promise<{ results: readonly Found<value>[]; cause: unknown }>

/** Makes the function that does work on two nodes. @param now milliseconds, monotonic */
export function createAgreement(nodes: readonly Node[], now: () => number): Agreement {
  /** Until when a node rests, by its place in the list. */
  const resting = new Map<number, number>()
  const isResting = (place: number) => (resting.get(place) ?? -Infinity) > now()

  return async function agreement<value>(
    work: (node: Node, signal: AbortSignal) => Promise<value>,
    signal: AbortSignal,
  ) {
    // nodes that rest come last, so that they are used when no other node answers
    const places = [...nodes.keys()].sort((a, b) => Number(isResting(a)) - Number(isResting(b)))
    const awake = places.filter((place) => !isResting(place)).length
    const queue = places.values()
    const found: Found<value>[] = []
    let cause: unknown

    /** Tries the nodes that are left, until one answers. */
    async function take(isSecond: boolean, limited: AbortSignal): Promise<void> {
      for (const place of queue) {
        const node = nodes[place]
        if (!node || (isSecond && isResting(place))) continue
        try {
          await node.ready('inUse', limited)
          found.push({ value: await work(node, limited), place })
          resting.delete(place)
          return
        } catch (error) {
          signal.throwIfAborted()
          if (limited.aborted) resting.set(place, now() + rest)
          if (limited.aborted) return
          resting.set(place, now() + rest)
          cause = error
        }
      }
    }

    const stop = new AbortController()
    const both = AbortSignal.any([signal, stop.signal])
    const first = take(false, both)
    const second = awake > 1 ? take(true, both) : Promise.resolve()
    await Promise.race([first, second])
    if (found.length === 0) await Promise.all([first, second])
    else
      await withLimit(patience, signal, (limited) => {
        limited.addEventListener('abort', () => stop.abort(), { once: true })
        return Promise.all([first, second])
      })
    return { results: found.sort((a, b) => a.place - b.place), cause }
  }
}
