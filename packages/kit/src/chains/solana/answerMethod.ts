import { fromBase58, toBase58 } from '@latchkey/protocol/base58'
import type { NetworkId } from '@latchkey/protocol/caip'
import { partsOf } from '@latchkey/protocol/isObject'
import type { ChainAdapter } from '../../core/adapter.ts'
import { look } from '../../core/asking/look.ts'
import type { Link } from '../../core/connectorSource.ts'
import { kitError } from '../../core/errors.ts'
import { signMessage, signTransactions } from './sign.ts'
import { fromBase64, toBase64 } from './wire/base64.ts'
import { mostBytes, nameOf, readWire } from './wire/transaction.ts'
import type { Wire } from './wire/transaction.ts'

/** Characters of a message in base58; reading them takes quadratic time. */
const mostMessage = 16_384
/** Transactions of one request. */
const mostTransactions = 20

/**
 * Answers one of the four methods of Solana from any wallet of a link, with the parameters and
 * results that they have over WalletConnect: messages in base58, transactions in base64.
 * @throws KitError invalidParams, methodNotFound, what the wallet answers
 */
export async function answerMethod(
  { link, networkId, send }: { link: Link; networkId: NetworkId; send: ChainAdapter['send'] },
  method: string,
  params: unknown,
): Promise<unknown> {
  const parts = partsOf(Array.isArray(params) ? (params as readonly unknown[])[0] : params)
  const [own = ''] = link.state().accounts
  const { pubkey: address = own } = parts
  if (typeof address !== 'string' || !link.state().accounts.includes(address))
    throw kitError('unauthorized')
  const asked = { link, address, networkId }
  if (method === 'solana_signMessage')
    return { signature: await signMessage(asked, readMessage(parts['message'])) }
  if (method === 'solana_signTransaction') {
    const [signed] = await signTransactions(asked, [readTransaction(parts['transaction'])])
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
      transactions.length > mostTransactions
    )
      throw kitError('invalidParams')
    const signed = await signTransactions(asked, transactions.map(readTransaction))
    return { transactions: signed.map(({ bytes }) => toBase64(bytes)) }
  }
  if (method === 'solana_signAndSendTransaction')
    return {
      signature: await send({
        ...asked,
        transaction: { serialized: readTransaction(parts['transaction']).bytes },
      }),
    }
  throw kitError('methodNotFound')
}

function readMessage(text: unknown): Uint8Array {
  const bytes =
    typeof text === 'string' && text.length <= mostMessage
      ? look(() => fromBase58(text), undefined)
      : undefined
  if (!bytes) throw kitError('invalidParams')
  return bytes
}

function readTransaction(text: unknown): Wire {
  const bytes = fromBase64(text, mostBytes)
  if (!bytes) throw kitError('invalidParams')
  return readWire(bytes)
}

function signatureOf({ signatures, signers }: Wire, address: string): string | undefined {
  const own = signatures[signers.indexOf(address)]
  return own && toBase58(own)
}
