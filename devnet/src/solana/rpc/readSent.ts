import { readBase58, readBase64 } from '../wire/base.ts'
import { longestTransaction, readTransaction, type Transaction } from '../wire/readTransaction.ts'
import { WireError } from '../wire/reader.ts'
import { RpcError } from './rpcError.ts'

/** The maximum number of characters of a transaction in each encoding. */
const maxLength = { base58: 1_683, base64: 1_644 } as const
const type = 'solana_transaction::versioned::VersionedTransaction'

/**
 * Reads a transaction that a client has sent. @throws RpcError
 * @default encoding: base58
 */
export function readSent(
  text: string,
  encoding: 'base58' | 'base64' | null | undefined,
): Transaction {
  const kind = encoding ?? 'base58'
  if (text.length > maxLength[kind])
    throw new RpcError(
      'invalidParams',
      `${kind} encoded ${type} too large: ${text.length} bytes (max: encoded/raw ${maxLength[kind]}/${longestTransaction})`,
    )
  const raw = kind === 'base64' ? readBase64(text) : readBase58(text, longestTransaction)
  if (!raw) throw new RpcError('invalidParams', `invalid ${kind} encoding`)
  try {
    return readTransaction(raw)
  } catch (error) {
    if (error instanceof WireError)
      throw new RpcError('invalidParams', `failed to deserialize ${type}: ${error.message}`)
    throw error
  }
}
