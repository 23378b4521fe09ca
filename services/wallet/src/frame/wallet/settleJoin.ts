import { answerJoin } from '@latchkey/protocol/walletServer'
import { isFault } from '../bridge/Fault.ts'
import { messages } from '../screens/messages.ts'
import { noteLogin } from './consent.ts'
import { forgetJoin, readJoin } from './pendingJoin.ts'
import type { Wallet } from './Wallet.ts'

/**
 * If a question about joining is pending, asks the visitor whether the login joins the account
 * with the same verified address. Nothing is joined unless the visitor chooses it and opens
 * that account. Closing the question cancels it.
 * @throws Fault 4001 when the visitor closes the question; a later login shows it again
 */
export async function settleJoin(wallet: Wallet, signal: AbortSignal): Promise<void> {
  const join = await readJoin(wallet)
  if (!join) return
  try {
    await wallet.stage.ask<typeof join, void>({
      load: () => import('../screens/join/JoinView.tsx'),
      params: join,
      title: () => wallet.language.words(messages).joinTitle,
      signal,
    })
    await noteLogin(wallet, { signal })
  } catch (error) {
    // if the login needs a window, the window shows the question again
    if (signal.aborted || isFault(error, 'windowNeeded')) throw error
    await forgetJoin(wallet)
    // if this call is lost, the next login ends the question on the server
    wallet.server.call(answerJoin, { join: null, origin: wallet.site.origin }).catch(() => {})
    throw error
  }
  await forgetJoin(wallet)
}
