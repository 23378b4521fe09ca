import type { RelayErrorTag } from '@latchkey/protocol/relay'
import { ShareError, StoreError, SubscriberLimitError } from '../store/mailboxStore.ts'
import { RpcError } from './rpcError.ts'

/** Whoever asked has left meanwhile. */
export class GoneError extends Error {
  override readonly name = 'GoneError'
}

/** What a client is told of an error: the tag of its answer. Undefined for a defect of ours. relay 6 */
export function tagOf(error: unknown): RelayErrorTag | undefined {
  if (error instanceof RpcError) return error.tag
  if (error instanceof GoneError) return 'Unknown'
  if (error instanceof SubscriberLimitError) return 'SubscriberLimitExceeded'
  if (error instanceof ShareError) return error.reason === 'store' ? 'StoreFull' : 'ShareExceeded'
  if (error instanceof StoreError) return error.kind === 'full' ? 'StoreFull' : 'StorageError'
  return undefined
}
