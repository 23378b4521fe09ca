/**
 * A value that a screen remembers while other screens are over it, for one opening of the modal; it
 * is never stored. The object itself is the key, so that two screens can't use each other's value.
 */
export type Memory<value> = { readonly initial: value }

/** Declares a memory and its initial value. */
export const defineMemory = <value>(initial: value): Memory<value> => ({ initial })

/** The memories of one opening of the modal. */
export type Memories = {
  recall<value>(memory: Memory<value>): value
  remember<value>(memory: Memory<value>, value: value): void
}

/** Creates the memories, all with their initial values. */
export function createMemories(): Memories {
  const values = new Map<Memory<unknown>, unknown>()
  return {
    recall: <value>(memory: Memory<value>) =>
      // `remember` accepts no other type
      values.has(memory) ? (values.get(memory) as value) : memory.initial,
    remember: (memory, value) => void values.set(memory, value),
  }
}
