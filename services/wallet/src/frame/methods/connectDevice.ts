import { connectDevice as method } from '@latchkey/protocol/frame'
import { codeLife, waitForDevice } from '@latchkey/protocol/walletServer'
import { fault } from '../bridge/Fault.ts'
import { isPassing } from '../server/isPassing.ts'
import { noteLogin } from '../wallet/consent.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { answer } from './answer.ts'

/** Milliseconds before the server is asked again that was not reached. */
const pause = 1_000

/** Waits until the link of the mail is approved; the server ends each wait after 25 s. A loss of the network ends nothing: the link may be approved on another device meanwhile. */
export const connectDevice = answer(method, async (wallet, _, { signal }) => {
  const over = Date.now() + codeLife
  while (Date.now() < over) {
    try {
      if (await isApproved(wallet, signal)) return undefined
    } catch (error) {
      if (!isPassing(error)) throw error
      await wait(pause, signal)
    }
  }
  throw fault('codeExpired')
})

async function isApproved(wallet: Wallet, signal: AbortSignal): Promise<boolean> {
  const { status } = await wallet.server.call(waitForDevice, {}, { signal })
  if (status === 'waiting') return false
  await noteLogin(wallet, signal)
  return true
}

/** @throws the signal's reason */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
