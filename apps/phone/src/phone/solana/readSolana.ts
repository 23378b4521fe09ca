import {
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
} from '@solana/kit'
import type { Transaction } from '@solana/kit'
import { ProviderError } from 'latchkey/testing'
import { stepOf } from './stepOf.ts'
import type { Step } from './stepOf.ts'

/** The maximum number of bytes of a transaction: the size of a packet. */
const maxBytes = 1_232

/** A transaction that a site wants signed, and its steps. */
export type SolanaTransaction = {
  transaction: Transaction
  /** The addresses that have to sign. The first one pays the fee. */
  signers: readonly string[]
  /** In the order of the transaction. */
  steps: readonly Step[]
}

/** Reads a transaction in base64, as sites send it over the relay. @throws ProviderError -32602 */
export function readSolana(text: unknown): SolanaTransaction {
  if (typeof text !== 'string' || text.length > maxBytes * 1.4) throw unreadable()
  try {
    const bytes = getBase64Encoder().encode(text)
    const transaction = getTransactionDecoder().decode(bytes)
    // the person sees the decoded transaction, so it must be equal to the signed bytes
    if (
      bytes.length > maxBytes ||
      getTransactionEncoder().encode(transaction).length !== bytes.length
    )
      throw unreadable()
    return { transaction, ...readMessage(transaction.messageBytes) }
  } catch (cause) {
    throw cause instanceof ProviderError ? cause : unreadable()
  }
}

function readMessage(
  bytes: Transaction['messageBytes'],
): Pick<SolanaTransaction, 'signers' | 'steps'> {
  const message = getCompiledTransactionMessageDecoder().decode(bytes)
  if (message.version !== 'legacy' && message.version !== 0) throw unreadable()
  const { staticAccounts, header, instructions } = message
  const steps = instructions.map(({ programAddressIndex, accountIndices = [], data }) =>
    stepOf({
      program: staticAccounts[programAddressIndex],
      // undefined for an account in a lookup table, which the phone does not read
      accounts: accountIndices.map((index) => staticAccounts[index]),
      data: Uint8Array.from(data ?? []),
    }),
  )
  return { signers: staticAccounts.slice(0, header.numSignerAccounts), steps }
}

/**
 * Whether bytes have the form of a transaction's message. Solana signs texts and transactions in
 * the same way, so a signature over such a "text" could be used to send it.
 */
export function isMessageOfTransaction(bytes: Uint8Array): boolean {
  try {
    const { staticAccounts, header } = getCompiledTransactionMessageDecoder().decode(bytes)
    return header.numSignerAccounts > 0 && staticAccounts.length >= header.numSignerAccounts
  } catch {
    return false // it is not the message of a transaction
  }
}

const unreadable = () => new ProviderError(-32602, 'This is no transaction of Solana.')
