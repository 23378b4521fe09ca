import { accountMemory } from '../../../core/storage/accountMemory.ts'
import { kitError } from '../../../core/errors/errors.ts'
import { forgetAnswers } from '../../../core/storage/forgetAnswers.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { accountOf } from '../../../core/kit/state.ts'
import type { PreparedSend } from '../review/prepareSend.ts'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import { rememberRecipient } from '../recentRecipients.ts'
import { mismatch } from '../review/mismatch.ts'

/**
 * The options of sending. `onAsked` gets the promise of the wallet's answer, which may still settle
 * after the kit has stopped waiting for it.
 */
export type SendOptions = { signal?: AbortSignal; onAsked?: (answer: Promise<string>) => void }

/**
 * Requests the wallet to sign and send a prepared transfer, with the fees that the visitor saw.
 * Resolves to the transaction's hash once the network has accepted it.
 * @throws KitError actionNotAllowed while there are problems, which are the `details`;
 *   addressMissing, chainDisconnected if the wallet has switched to another account or network;
 *   userRejected and other errors of the wallet; requestAborted
 */
export async function sendPrepared(
  kit: Kit,
  { from, networkId, to, transaction, problems, token, amount }: PreparedSend,
  { signal, onAsked }: SendOptions = {},
): Promise<string> {
  if (problems.length > 0 || !transaction)
    throw kitError('actionNotAllowed', { details: problems.join(', ') })
  const account = accountOf(kit.getState())
  if (!account) throw kitError('addressMissing')
  // the visitor has reviewed a transfer of another account, or on another network
  if (mismatch(account, { from, networkId })) throw kitError('chainDisconnected')
  forgetAnswers()
  const isRemembered = accountMemory(kit)
  return kit.sendTransaction({
    ...transaction,
    description: {
      operationType: 'send',
      sentTo: to.address,
      transfers: [
        {
          direction: 'out',
          symbol: token.symbol,
          quantity: formatUnits(amount, token.decimals),
          iconUrl: token.iconUrl,
          token: token.address ?? 'native',
        },
      ],
    },
    signal,
    onAsked(answer) {
      answer.then(
        () => isRemembered() && rememberRecipient(kit, to, account.namespace),
        () => {},
      ) // an error is ignored here: `kit.sendTransaction` throws it to the caller
      onAsked?.(answer)
    },
  })
}
