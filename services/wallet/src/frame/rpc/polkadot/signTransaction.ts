import { toHex } from '@latchkey/protocol/hex'
import { isObject } from '@latchkey/protocol/isObject'
import { messages } from '../../approve/messages.ts'
import type { PolkadotToApprove } from '../../approve/polkadot/ApprovePolkadotView.tsx'
import { fault } from '../../bridge/Fault.ts'
import { prepareVault } from '../prepareVault.ts'
import type { SigningCall } from '../signingCall.ts'
import type { PreparedTransaction } from './prepareTransaction.ts'
import { readPayload } from './readPayload.ts'
import { requirePolkadotAccount } from './requirePolkadotAccount.ts'

/** The byte before a signature of sr25519. Source: `MultiSignature` of sp_runtime */
const sr25519Byte = '01'

/**
 * Signs a transaction, which the site sends. On a network that checks the hash of its metadata, the
 * wallet adds the hash, so the site has to send `signedTransaction`. `polkadot_signTransaction`
 * { address, transactionPayload } → { signature, signedTransaction }, hex.
 * docs/contracts/frame.md#approval-methods
 */
export async function signTransaction({
  wallet,
  network,
  params,
  request,
}: SigningCall): Promise<{ signature: `0x${string}`; signedTransaction: `0x${string}` }> {
  const { address: claimed, transactionPayload } = isObject(params) ? params : {}
  const account = await requirePolkadotAccount(wallet, network, claimed)
  const payload = readPayload(account, network, transactionPayload)
  const openVault = prepareVault()
  const { encoded } = await wallet.stage.ask<PolkadotToApprove, PreparedTransaction>({
    load: () => import('../../approve/polkadot/ApprovePolkadotView.tsx'),
    params: {
      account,
      network,
      payload,
      async prepare(signal) {
        const { prepareTransaction } = await import('./prepareTransaction.ts').catch(
          (cause: unknown) => {
            throw fault('unavailable', { cause })
          },
        )
        return prepareTransaction(wallet, { network, account, payload, signal })
      },
    },
    title: () => wallet.language.words(messages).transactionTitle,
    signal: request.signal,
  })
  const { withKeysOf } = await openVault()
  const signature = await withKeysOf(wallet, account.record, async (keys) =>
    keys.signPolkadot(encoded.toSign),
  )
  return {
    signature: `0x${sr25519Byte}${toHex(signature)}`,
    signedTransaction: `0x${toHex(encoded.withSignature(signature))}`,
  }
}
