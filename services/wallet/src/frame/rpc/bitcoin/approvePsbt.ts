import type { Transaction } from '@scure/btc-signer/transaction.js'
import type { BitcoinToApprove } from '../../approve/bitcoin/ApproveBitcoinView.tsx'
import { messages } from '../../approve/messages.ts'
import { fault } from '../../bridge/Fault.ts'
import type { BitcoinAccount } from '../../wallet/bitcoinAccount.ts'
import { prepareVault } from '../prepareVault.ts'
import type { SigningCall } from '../signingCall.ts'
import { askFeeRate } from './askEsplora.ts'
import { limitedSignal } from './limitedSignal.ts'
import type { ProvedPsbt } from './readPsbt.ts'
import { signInputs } from './signInputs.ts'

/** Milliseconds that the visitor waits for the usual fee rate. */
const patience = 2_000

/**
 * Shows a PSBT, and signs it after the visitor's approval. `prepare` asks the network for what the
 * screen has to show; it is called while the screen shows that it loads, because a window has to
 * open at once.
 * @param isSent whether the wallet sends the transaction; then the result is final
 * @throws Fault of `prepare`, 4001
 */
export async function approvePsbt(
  { wallet, network, request }: SigningCall,
  {
    account,
    isSent,
    prepare,
  }: {
    account: BitcoinAccount
    isSent: boolean
    prepare: (signal: AbortSignal) => Promise<ProvedPsbt>
  },
): Promise<Transaction> {
  const openVault = prepareVault()
  const psbt = await wallet.stage.ask<BitcoinToApprove, ProvedPsbt>({
    load: () => import('../../approve/bitcoin/ApproveBitcoinView.tsx'),
    params: {
      account,
      network,
      isSent,
      async prepare(signal) {
        const limited = limitedSignal(signal, patience)
        const [prepared, usualRate] = await Promise.all([
          prepare(signal),
          askFeeRate({ wallet, network, signal: limited }, 1).catch(() => undefined), // not known
        ])
        return { psbt: prepared, usualRate }
      },
    },
    title: () => wallet.language.words(messages).transactionTitle,
    signal: request.signal,
  })
  const { withKeysOf } = await openVault()
  await withKeysOf(wallet, account.record, async (keys) =>
    signInputs(keys, psbt, account.parameters.coinType),
  )
  const { transaction } = psbt
  try {
    if (isSent) transaction.finalize()
  } catch (cause) {
    throw fault('transactionRejected', { cause })
  }
  return transaction
}
