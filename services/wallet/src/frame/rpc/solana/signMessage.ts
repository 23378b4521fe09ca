import { requireNamespace } from '../../wallet/network.ts'
import { isObject } from '@latchkey/protocol/isObject'
import { fault } from '../../bridge/Fault.ts'
import { messages } from '../../approve/messages.ts'
import { isOwnSignIn } from '../../approve/message/isOwnSignIn.ts'
import type { MessageToApprove } from '../../approve/message/ApproveMessageView.tsx'
import type { SolanaMessageToApprove } from '../../approve/solana/ApproveSolanaMessageView.tsx'
import { readSolanaMessage, titleOf } from '../../approve/solana/readSolanaMessage.ts'
import { fromBase58, toBase58 } from '@latchkey/protocol/base58'
import { prepareVault } from '../prepareVault.ts'
import { requireAccount } from '../requireAccount.ts'
import { isSolanaTransaction } from './isSolanaTransaction.ts'
import type { SigningCall } from '../signingCall.ts'

/**
 * Maximum of base58 characters of a message. The time to read base58 grows with the square of its
 * length.
 */
const maxCharacters = 16_384

/**
 * Signs a message that the visitor has read. It refuses transactions, and envelopes that do not
 * name the account. `solana_signMessage` { message, pubkey }, both base58.
 * docs/contracts/frame.md#approval-methods
 */
export async function signMessage({
  wallet,
  network,
  params,
  request,
}: SigningCall): Promise<{ signature: string }> {
  const { message, pubkey } = isObject(params) ? params : {}
  requireNamespace(network, 'solana')
  if (typeof message !== 'string' || message.length > maxCharacters) throw fault('invalidParams')
  const address = await requireAccount(wallet, 'solana', pubkey)
  const bytes = bytesOf(message)
  const parsed = isSolanaTransaction(bytes) ? undefined : readSolanaMessage(bytes, address)
  if (!parsed) throw fault('invalidParams')
  const openVault = prepareVault()
  const scene = {
    title: () => wallet.language.words(messages)[titleOf(parsed)],
    signal: request.signal,
  }
  const isPlainSignIn = parsed.isSignIn && !parsed.isRisky
  if (isPlainSignIn)
    await wallet.stage.ask<MessageToApprove, void>({
      ...scene,
      load: () => import('../../approve/message/ApproveMessageView.tsx'),
      params: { bytes: parsed.bytes, address, network },
      isForPage: isOwnSignIn(bytes, {
        origin: wallet.site.origin,
        address,
        network,
        now: wallet.server.now?.(),
        here: Date.now(),
      }),
    })
  else
    await wallet.stage.ask<SolanaMessageToApprove, void>({
      ...scene,
      load: () => import('../../approve/solana/ApproveSolanaMessageView.tsx'),
      params: { message: parsed, address, network },
    })
  const { withKeysOf } = await openVault()
  return withKeysOf(wallet, address, async (keys) => ({
    signature: toBase58(keys.signSolana(bytes)),
  }))
}

function bytesOf(message: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase58(message)
  } catch (cause) {
    throw fault('invalidParams', { cause })
  }
}
