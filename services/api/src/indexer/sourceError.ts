/**
 * A node's answers about a block contradict each other, perhaps because the block was replaced
 * meanwhile.
 */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}
