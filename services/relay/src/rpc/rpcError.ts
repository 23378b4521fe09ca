import type { RelayErrorTag } from '@latchkey/protocol/relay'

/** An error whose tag the client gets as the answer. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly tag: RelayErrorTag
  constructor(tag: RelayErrorTag, options?: ErrorOptions) {
    super(tag, options)
    this.tag = tag
  }
}
