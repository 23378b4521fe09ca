/** No node of a chain could answer. */
export class NodesError extends Error {
  override readonly name = 'NodesError'
  /** The code of the JSON-RPC error; undefined when no node answered with an error. */
  readonly code: number | undefined
  /** Whether the called contract reverted. Then every node would answer the same. */
  readonly isRevert: boolean

  constructor(
    message: string,
    { cause, code, isRevert = false }: { cause?: unknown; code?: number; isRevert?: boolean } = {},
  ) {
    super(message, { cause })
    this.code = code
    this.isRevert = isRevert
  }
}
