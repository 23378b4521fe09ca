import { reload as method } from '@latchkey/protocol/frame/frame'
import { answer } from './answer.ts'

/** Answers, then reloads the page. */
export const reload = answer(method, async (wallet) => {
  setTimeout(wallet.reload) // the answer is sent first
  return undefined
})
