import { toHex } from '@latchkey/protocol/hex'
import type { BitcoinToApprove } from '../../approve/bitcoin/ApproveBitcoinView.tsx'
import { messages } from '../../approve/messages.ts'
import { fault } from '../../bridge/Fault.ts'
import type { BitcoinAccount } from '../../wallet/bitcoinAccount.ts'
import type { SigningCall } from '../signingCall.ts'
import { prepareVault } from '../prepareVault.ts'
import { askFeeRate, broadcast } from './askEsplora.ts'
import { limitedSignal } from './limitedSignal.ts'
import type { Psbt } from './readPsbt.ts'
import { signInputs } from './signInputs.ts'

/** Milliseconds that the visitor waits for the usual fee rate, before the screen shows. */
const patience = 2_000

/**
 * Shows a PSBT, signs it after the visitor's approval, and sends it if `isSent`. Sending it twice
 * does no harm: its coins can be spent once.
 * @returns the id of the sent transaction
 */
export async function approvePsbt(
  { wallet, network, request }: SigningCall,
  { psbt, account, isSent }: { psbt: Psbt; account: BitcoinAccount; isSent: boolean },
): Promise<string | undefined> {
  const signal = limitedSignal(request.signal, patience)
  const usualRate = await askFeeRate({ wallet, network, signal }, 1).catch(() => undefined) // not known
  const openVault = prepareVault()
  await wallet.stage.ask<BitcoinToApprove, void>({
    load: () => import('../../approve/bitcoin/ApproveBitcoinView.tsx'),
    params: { psbt, account, network, isSent, usualRate },
    title: () => wallet.language.words(messages).transactionTitle,
    signal: request.signal,
  })
  const { withKeysOf } = await openVault()
  await withKeysOf(wallet, account.record, async (keys) =>
    signInputs(keys, psbt, account.parameters.coinType),
  )
  if (!isSent) return undefined
  const { transaction } = psbt
  try {
    transaction.finalize()
  } catch (cause) {
    throw fault('transactionRejected', { cause })
  }
  await broadcast({ wallet, network }, toHex(transaction.extract()), transaction.id)
  return transaction.id
}
