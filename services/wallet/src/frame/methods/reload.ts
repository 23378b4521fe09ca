import { reload as method } from '@latchkey/protocol/frame/frame'
import { answer } from './answer.ts'

/** Answers, and loads the page anew. */
export const reload = answer(method, async (wallet) => {
  setTimeout(wallet.reload) // the answer leaves first
  return undefined
})
