import type { Kit } from './kit.ts'
import type { KitState } from './state.ts'

/**
 * Calls `tell` at once, and after each change of some parts of the kit's state, which stay the same
 * objects while nothing has changed. Returns its stop.
 */
export function watchState(
  kit: Kit,
  partsOf: (state: KitState) => readonly unknown[],
  notify: () => void,
): () => void {
  let last = partsOf(kit.getState())
  notify()
  return kit.subscribe((state) => {
    const next = partsOf(state)
    const isSame = next.every((part, at) => Object.is(part, last[at]))
    last = next
    if (!isSame) notify()
  })
}
