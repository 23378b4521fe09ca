import type { Json } from '../chain/types.ts'

/** Error codes of validators, in addition to those of JSON-RPC. */
export const rpcCodes = {
  blockCleanedUp: -32_001,
  preflightFailure: -32_002,
  signatureVerification: -32_003,
  blockNotAvailable: -32_004,
  slotSkipped: -32_007,
  unsupportedVersion: -32_015,
  minContextSlot: -32_016,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  parse: -32_700,
} as const

/** An error that the caller gets, with the code that validators use. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: Json

  constructor(code: keyof typeof rpcCodes, message: string, data?: Json) {
    super(message)
    this.code = rpcCodes[code]
    this.data = data
  }
}
