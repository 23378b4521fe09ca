import {
  AddressLookupTableProgram,
  TransactionMessage,
  VersionedTransaction,
  type AddressLookupTableAccount,
  type Keypair,
  type PublicKey,
} from '@solana/web3.js'
import type { TestSolana } from '@latchkey/devnet/solana/testing/startTestSolana'
import type { SolanaTestTransaction } from './solanaTraffic.ts'

/** Makes a lookup table that contains these addresses. */
export async function makeLookupTable(
  { connection, send, advance }: TestSolana,
  payer: Keypair,
  addresses: readonly PublicKey[],
): Promise<AddressLookupTableAccount> {
  const recentSlot = await connection.getSlot('finalized')
  const [create, lookupTable] = AddressLookupTableProgram.createLookupTable({
    authority: payer.publicKey,
    payer: payer.publicKey,
    recentSlot,
  })
  await send(
    [
      create,
      AddressLookupTableProgram.extendLookupTable({
        lookupTable,
        authority: payer.publicKey,
        payer: payer.publicKey,
        addresses: [...addresses],
      }),
    ],
    [payer],
  )
  advance(2) // new entries are valid only from the next slot on
  const { value } = await connection.getAddressLookupTable(lookupTable)
  if (!value) throw new Error('There is no lookup table')
  return value
}

/**
 * Sends a transaction of version 0, which names accounts by the lookup table where that is
 * possible.
 */
export async function sendByTable(
  { connection }: TestSolana,
  { instructions, signers }: SolanaTestTransaction,
  table: AddressLookupTableAccount,
): Promise<string> {
  const [payer] = signers
  if (!payer) throw new Error('Nobody pays')
  const { blockhash } = await connection.getLatestBlockhash()
  const transaction = new VersionedTransaction(
    new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: blockhash,
      instructions,
    }).compileToV0Message([table]),
  )
  transaction.sign(signers)
  return connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true })
}
