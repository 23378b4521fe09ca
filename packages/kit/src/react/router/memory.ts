/**
 * The declaration of a value that a screen stores while other screens are above it. It is stored
 * until the modal closes. The declaration object is the key, so two screens cannot use each other's
 * value.
 */
export type Memory<value> = { readonly initial: value }

/** Declares a stored value with its initial value. */
export const defineMemory = <value>(initial: value): Memory<value> => ({ initial })

/** The stored values of one opening of the modal. */
export type Memories = {
  recall<value>(memory: Memory<value>): value
  remember<value>(memory: Memory<value>, value: value): void
}

/** Creates the storage of one opening of the modal. */
export function createMemories(): Memories {
  const values = new Map<Memory<unknown>, unknown>()
  return {
    recall: <value>(memory: Memory<value>) =>
      // `remember` stores only values of this type
      values.has(memory) ? (values.get(memory) as value) : memory.initial,
    remember: (memory, value) => void values.set(memory, value),
  }
}
