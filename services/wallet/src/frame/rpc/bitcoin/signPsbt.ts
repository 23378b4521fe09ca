import { toBase64 } from '@latchkey/protocol/base64'
import { toHex } from '@latchkey/protocol/hex'
import { isObject } from '@latchkey/protocol/isObject'
import { fault } from '../../bridge/Fault.ts'
import type { SigningCall } from '../signingCall.ts'
import { approvePsbt } from './approvePsbt.ts'
import { broadcast } from './askEsplora.ts'
import { proveCoins } from './proveCoins.ts'
import { readPsbt } from './readPsbt.ts'
import { requireBitcoinAccount } from './requireBitcoinAccount.ts'

/**
 * Signs inputs of a PSBT, and sends the transaction if the site wants it. `signPsbt` { account,
 * psbt, signInputs?, broadcast? } → { psbt, txid? }, base64
 * docs/contracts/frame.md#approval-methods
 */
export async function signPsbt(call: SigningCall): Promise<{ psbt: string; txid?: string }> {
  const { wallet, network, params } = call
  const { account: claimed, broadcast: isToSend, ...requested } = isObject(params) ? params : {}
  const account = await requireBitcoinAccount(wallet, network, claimed)
  if (isToSend !== undefined && isToSend !== null && typeof isToSend !== 'boolean')
    throw fault('invalidParams')
  const read = readPsbt(account, requested)
  const isSent = isToSend === true
  // the network refuses a transaction with missing signatures
  if (isSent && !read.inputs.every(({ isFinal, signer }) => isFinal || signer))
    throw fault('invalidParams')
  const transaction = await approvePsbt(call, {
    account,
    isSent,
    prepare: (signal) => proveCoins(read, { wallet, network, account, signal }),
  })
  const psbt = toBase64(transaction.toPSBT())
  if (!isSent) return { psbt }
  await broadcast({ wallet, network }, toHex(transaction.extract()), transaction.id)
  return { psbt, txid: transaction.id }
}
