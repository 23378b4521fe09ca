/** bitcoind's codes of errors. */
export const rpcCodes = {
  misc: -1,
  type: -3,
  address: -5,
  parameter: -8,
  deserialize: -22,
  method: -32_601,
  request: -32_600,
  parse: -32_700,
  internal: -32_603,
} as const

/** An error in the answer to a call. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number

  constructor(kind: keyof typeof rpcCodes | number, message: string) {
    super(message)
    this.code = typeof kind === 'number' ? kind : rpcCodes[kind]
  }
}
