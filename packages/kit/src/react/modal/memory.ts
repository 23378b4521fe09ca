/**
 * What a screen remembers while other screens lie over it: one value, for one opening of the modal, never stored. The object itself is
 * the name, so that two screens cannot take each other's.
 */
export type Memory<value> = { readonly initial: value }

/** Declares a memory and the value that it begins with. */
export const defineMemory = <value>(initial: value): Memory<value> => ({ initial })

/** The memories of one opening of the modal. */
export type Memories = {
  recall<value>(memory: Memory<value>): value
  remember<value>(memory: Memory<value>, value: value): void
}

/** Memories that nothing was put into yet. */
export function createMemories(): Memories {
  const values = new Map<Memory<unknown>, unknown>()
  return {
    recall: <value>(memory: Memory<value>) => (values.has(memory) ? (values.get(memory) as value) : memory.initial), // `remember` let no other type in
    remember: (memory, value) => void values.set(memory, value),
  }
}
