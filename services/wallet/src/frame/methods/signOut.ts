import { signOut as method } from '@latchkey/protocol/frame'
import { leave } from '../wallet/leave.ts'
import { answer } from './answer.ts'

/** Ends the login on this device. */
export const signOut = answer(method, async (wallet, _, { signal }) => {
  await leave(wallet, signal)
  return undefined
})
