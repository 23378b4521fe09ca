import { connectDevice as method } from '@latchkey/protocol/frame'
import { codeLife, waitForDevice } from '@latchkey/protocol/walletServer'
import { fault } from '../bridge/Fault.ts'
import { noteLogin } from '../wallet/consent.ts'
import { answer } from './answer.ts'

/** Waits until the link of the mail is approved; the server ends each wait after 25 s. */
export const connectDevice = answer(method, async (wallet, _, { signal }) => {
  const over = Date.now() + codeLife
  while (Date.now() < over) {
    const { status } = await wallet.server.call(waitForDevice, {}, { signal })
    if (status === 'waiting') continue
    await noteLogin(wallet, signal)
    return undefined
  }
  throw fault('codeExpired')
})
