import { connectWindow as method } from '@latchkey/protocol/frame/frame'
import { answer } from './answer.ts'

/** Logs in through the wallet's own window, which also creates or recovers the account. */
export const connectWindow = answer(method, async (wallet, parameters, { signal, wait }) => {
  wait()
  const { logInHere } = await import('../wallet/logInHere.ts')
  await logInHere(wallet, parameters ?? {}, signal)
  return { action: 'CONNECT' } as const
})
