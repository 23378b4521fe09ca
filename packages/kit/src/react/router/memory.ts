/**
 * A value of a screen that is stored while other screens are above it, for one opening of the modal
 * only. The object itself is the key, so that two screens can't use each other's value.
 */
export type Memory<value> = { readonly initial: value }

/** Declares a memory and its initial value. */
export const defineMemory = <value>(initial: value): Memory<value> => ({ initial })

/** The stored values of one opening of the modal. */
export type Memories = {
  recall<value>(memory: Memory<value>): value
  remember<value>(memory: Memory<value>, value: value): void
}

/** Creates the store, with all initial values. */
export function createMemories(): Memories {
  const values = new Map<Memory<unknown>, unknown>()
  return {
    recall: <value>(memory: Memory<value>) =>
      // `remember` accepts no other type
      values.has(memory) ? (values.get(memory) as value) : memory.initial,
    remember: (memory, value) => void values.set(memory, value),
  }
}
