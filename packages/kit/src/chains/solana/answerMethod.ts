import { fromBase58, toBase58 } from '@latchkey/protocol/base58'
import type { NetworkId } from '@latchkey/protocol/caip'
import { partsOf } from '@latchkey/protocol/isObject'
import type { ChainAdapter } from '../../core/contracts/adapter.ts'
import { readSafely } from '../../core/requests/readSafely.ts'
import type { Link } from '../../core/contracts/connectorSource.ts'
import { kitError } from '../../core/errors/errors.ts'
import { signMessage, signTransactions } from './sign.ts'
import { readBase64, toBase64 } from '@latchkey/protocol/base64'
import { maxTransactionBytes, nameOf, readWire } from './wire/transaction.ts'
import type { Wire } from './wire/transaction.ts'
import { hasAddress } from '../../core/accounts/sharedAccount.ts'

/**
 * The maximum length of a message in base58, in characters. It is small, because decoding takes
 * quadratic time.
 */
const maxMessageCharacters = 16_384
/** The maximum number of transactions in a request. */
const maxTransactions = 20

/**
 * Answers one of the four Solana methods of WalletConnect, with the wallet of any link. Parameters
 * and results have WalletConnect's form: messages in base58, transactions in base64.
 * @throws KitError unauthorized for an account that is not connected, invalidParams,
 *   methodNotFound; the wallet's errors
 */
export async function answerMethod(
  { link, networkId, send }: { link: Link; networkId: NetworkId; send: ChainAdapter['send'] },
  method: string,
  params: unknown,
): Promise<unknown> {
  const parts = partsOf(Array.isArray(params) ? (params as readonly unknown[])[0] : params)
  const [selected] = link.state().accounts
  const { pubkey: address = selected?.address ?? '' } = parts
  if (typeof address !== 'string' || !hasAddress(link.state().accounts, address))
    throw kitError('unauthorized')
  const signParameters = { link, address, networkId }
  if (method === 'solana_signMessage')
    return { signature: await signMessage(signParameters, readMessage(parts['message'])) }
  if (method === 'solana_signTransaction') {
    const [signed] = await signTransactions(signParameters, [readTransaction(parts['transaction'])])
    return {
      signature: signed && (nameOf(signed) ?? signatureOf(signed, address)),
      transaction: signed && toBase64(signed.bytes),
    }
  }
  if (method === 'solana_signAllTransactions') {
    const { transactions } = parts
    if (
      !Array.isArray(transactions) ||
      transactions.length === 0 ||
      transactions.length > maxTransactions
    )
      throw kitError('invalidParams')
    const signed = await signTransactions(signParameters, transactions.map(readTransaction))
    return { transactions: signed.map(({ bytes }) => toBase64(bytes)) }
  }
  if (method === 'solana_signAndSendTransaction')
    return {
      signature: await send({
        ...signParameters,
        transaction: { serialized: readTransaction(parts['transaction']).bytes },
      }),
    }
  throw kitError('methodNotFound')
}

function readMessage(text: unknown): Uint8Array {
  const bytes =
    typeof text === 'string' && text.length <= maxMessageCharacters
      ? readSafely(() => fromBase58(text), undefined)
      : undefined
  if (!bytes) throw kitError('invalidParams')
  return bytes
}

function readTransaction(text: unknown): Wire {
  const bytes = readBase64(text, maxTransactionBytes)
  if (!bytes) throw kitError('invalidParams')
  return readWire(bytes)
}

function signatureOf({ signatures, signers }: Wire, address: string): string | undefined {
  const ownSignature = signatures[signers.indexOf(address)]
  return ownSignature && toBase58(ownSignature)
}
