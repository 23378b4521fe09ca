import { isObject } from '@latchkey/protocol/isObject'
import { fault } from '../../bridge/Fault.ts'
import { messages } from '../../approve/messages.ts'
import { isOwnSignIn } from '../../approve/message/isOwnSignIn.ts'
import type { MessageToApprove } from '../../approve/message/ApproveMessageView.tsx'
import { fromBase58, toBase58 } from '@latchkey/protocol/base58'
import { prepareVault } from '../prepareVault.ts'
import { requireAccount } from '../requireAccount.ts'
import { isSolanaTransaction } from './isSolanaTransaction.ts'
import type { SigningCall } from '../signingMethods.ts'

/** Characters of a message in base58; reading them takes quadratic time. */
const mostCharacters = 16_384

/** Signs a message that the visitor has read, unless it is a transaction in disguise. `solana_signMessage` { message, pubkey }, both base58. frame 4 */
export async function signMessage({ wallet, network, params, request }: SigningCall): Promise<{ signature: string }> {
  const { message, pubkey } = isObject(params) ? params : {}
  if (network.namespace !== 'solana') throw fault('switchChain')
  if (typeof message !== 'string' || message.length > mostCharacters) throw fault('invalidParams')
  const { solana: address } = await requireAccount(wallet, 'solana', pubkey)
  const bytes = bytesOf(message)
  if (isSolanaTransaction(bytes)) throw fault('invalidParams')
  const openVault = prepareVault()
  await wallet.stage.ask<MessageToApprove, void>({
    load: () => import('../../approve/message/ApproveMessageView.tsx'),
    params: { bytes, address, network },
    title: () => wallet.language.words(messages).messageTitle,
    signal: request.signal,
    isForPage: isOwnSignIn(bytes, { origin: wallet.site.origin, address, network }),
  })
  const { withKeysOf } = await openVault()
  return withKeysOf(wallet, address, async (keys) => ({ signature: toBase58(keys.signSolana(bytes)) }))
}

function bytesOf(message: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase58(message)
  } catch (cause) {
    throw fault('invalidParams', { cause })
  }
}
