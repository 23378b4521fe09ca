import { resume as method } from '@latchkey/protocol/frame/frame'
import { readConnected } from '../wallet/consent.ts'
import { noteNamed } from '../wallet/named.ts'
import { answer } from './answer.ts'

/** Takes the account of before from the site, where the browser stores nothing for the frame and the wallet's own window signs. */
export const resume = answer(method, async (wallet, { addresses, email }) => {
  if (wallet.isKept || (await readConnected(wallet))) return { isConnected: (await readConnected(wallet)) !== undefined }
  await noteNamed(wallet, { addresses, email: email ?? null })
  return { isConnected: true }
})
