import { isConnected as method } from '@latchkey/protocol/frame'
import { isOf, readAccount } from '../vault/deviceShare.ts'
import { answer } from './answer.ts'

/** Whether the account can be used here without asking the visitor anything. */
export const isConnected = answer(method, async (wallet, _, { signal }) => {
  const account = await readAccount(wallet.keep)
  if (!account) return { isConnected: false }
  const user = await wallet.session.read(signal)
  return { isConnected: isOf(account, user) }
})
