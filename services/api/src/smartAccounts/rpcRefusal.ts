/** A JSON-RPC error that a client gets as the answer to its request. Codes: ERC-7769 */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
