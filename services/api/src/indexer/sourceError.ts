/**
 * Thrown when a node's answers about a block contradict each other. Perhaps the block was replaced
 * meanwhile.
 */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}
