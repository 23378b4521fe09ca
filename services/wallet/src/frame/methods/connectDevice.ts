import { connectDevice as method } from '@latchkey/protocol/frame'
import { waitForDevice } from '@latchkey/protocol/walletServer'
import { askUntil } from '../server/askUntil.ts'
import { noteLogin } from '../wallet/consent.ts'
import { answer } from './answer.ts'

/** Waits until the link of the mail is approved. */
export const connectDevice = answer(method, async (wallet, _, { signal }) => {
  await askUntil(async () => {
    const { status } = await wallet.server.call(waitForDevice, {}, { signal })
    if (status === 'waiting') return undefined
    await noteLogin(wallet, { signal })
    return status
  }, signal)
  return undefined
})
