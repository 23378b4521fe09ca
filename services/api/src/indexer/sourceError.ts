/** What a node answered about a block does not fit together: perhaps the block was replaced meanwhile. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}
