import { isConnected as method } from '@latchkey/protocol/frame/frame'
import { isOf } from '../vault/deviceShare.ts'
import { readConnected } from '../wallet/consent.ts'
import { readNamedAccount } from '../wallet/namedAccount.ts'
import { answer } from './answer.ts'

/**
 * Whether the visitor has logged in on this site and the account can be used without any
 * question.
 */
export const isConnected = answer(method, async (wallet, _, { signal }) => {
  const account = await readConnected(wallet)
  if (!account) return { isConnected: false }
  if (await readNamedAccount(wallet)) return { isConnected: true }
  const user = await wallet.session.read(signal)
  // the server may have reported another login
  return { isConnected: isOf(account, user) && (await readConnected(wallet)) !== undefined }
})
