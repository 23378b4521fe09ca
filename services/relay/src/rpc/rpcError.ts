import type { RelayErrorTag } from '@latchkey/protocol/relay'

/** The error with which a method answers. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly tag: RelayErrorTag
  constructor(tag: RelayErrorTag, options?: ErrorOptions) {
    super(tag, options)
    this.tag = tag
  }
}
