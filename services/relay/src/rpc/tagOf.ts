import type { RelayErrorTag } from '@latchkey/protocol/relay'
import { ShareError, StoreError, SubscriberLimitError } from '../store/mailboxStore.ts'
import { RpcError } from './rpcError.ts'

/** The client has disconnected before its request ran. */
export class GoneError extends Error {
  override readonly name = 'GoneError'
}

/**
 * The tag with which the client gets an error. Undefined for an error that is a defect of the
 * relay. docs/contracts/relay.md#errors
 */
export function tagOf(error: unknown): RelayErrorTag | undefined {
  if (error instanceof RpcError) return error.tag
  if (error instanceof GoneError) return 'Unknown'
  if (error instanceof SubscriberLimitError) return 'SubscriberLimitExceeded'
  if (error instanceof ShareError) return error.reason === 'store' ? 'StoreFull' : 'ShareExceeded'
  if (error instanceof StoreError) return error.kind === 'full' ? 'StoreFull' : 'StorageError'
  return undefined
}
