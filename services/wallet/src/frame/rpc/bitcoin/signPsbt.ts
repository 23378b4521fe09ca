import { toBase64 } from '@latchkey/protocol/base64'
import { isObject } from '@latchkey/protocol/isObject'
import { fault } from '../../bridge/Fault.ts'
import type { SigningCall } from '../signingCall.ts'
import { approvePsbt } from './approvePsbt.ts'
import { proveCoins } from './proveCoins.ts'
import { readPsbt } from './readPsbt.ts'
import { requireBitcoinAccount } from './requireBitcoinAccount.ts'

/**
 * Signs inputs of a PSBT, and sends the transaction if the site wants it. `signPsbt` { account,
 * psbt, signInputs?, broadcast? } → { psbt, txid? }, base64
 * docs/contracts/frame.md#approval-methods
 */
export async function signPsbt(call: SigningCall): Promise<{ psbt: string; txid?: string }> {
  const { wallet, network, params, request } = call
  const { account: claimed, broadcast, ...requested } = isObject(params) ? params : {}
  const account = await requireBitcoinAccount(wallet, network, claimed)
  if (broadcast !== undefined && broadcast !== null && typeof broadcast !== 'boolean')
    throw fault('invalidParams')
  const read = readPsbt(account, requested)
  const isSent = broadcast === true
  // the network refuses a transaction with missing signatures
  if (isSent && !read.inputs.every(({ isFinal, signer }) => isFinal || signer))
    throw fault('invalidParams')
  const psbt = await proveCoins(read, { wallet, network, account, signal: request.signal })
  const txid = await approvePsbt(call, { psbt, account, isSent })
  return { psbt: toBase64(psbt.transaction.toPSBT()), ...(txid !== undefined && { txid }) }
}
