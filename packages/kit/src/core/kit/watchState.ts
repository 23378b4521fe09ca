import type { Kit } from './kit.ts'
import type { KitState } from './state.ts'

/**
 * Calls `notify` at once, and after each change of some parts of the kit's state. Unchanged parts
 * must stay the same objects.
 * @returns the function that ends the calls
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
