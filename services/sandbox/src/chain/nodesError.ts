/** No node of a chain could answer. */
export class NodesError extends Error {
  override readonly name = 'NodesError'
  /** The code of the JSON-RPC error, when a node answered with one. */
  readonly code: number | undefined
  /** Whether the error comes from the called contract. Every node would return it. */
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
