import type { RelayErrorTag } from '@latchkey/protocol/relay'

/** The error that a method answers instead of a result. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly tag: RelayErrorTag
  constructor(tag: RelayErrorTag, options?: ErrorOptions) {
    super(tag, options)
    this.tag = tag
  }
}
