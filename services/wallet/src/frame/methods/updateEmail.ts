import { updateEmail as method } from '@latchkey/protocol/frame/frame'
import { startEmailChange } from '@latchkey/protocol/walletServer'
import { fault } from '../bridge/Fault.ts'
import { messages } from '../screens/messages.ts'
import { readConsent } from '../wallet/consent.ts'
import { noteChange } from '../wallet/emailChange.ts'
import { plainEmail } from '../wallet/plainEmail.ts'
import { answer } from './answer.ts'

/** Begins a change of the account's address, after the visitor has agreed in the frame. */
export const updateEmail = answer(method, async (wallet, { email }, { signal }) => {
  const user = await wallet.session.read(signal)
  if (!user || (await readConsent(wallet)) !== user.userId) throw fault('loginRequired')
  const wanted = plainEmail(email)
  await wallet.stage.ask({
    load: () => import('../screens/emailChange/AgreeView.tsx'),
    params: { now: user.email, wanted },
    title: () => wallet.language.words(messages).emailChangeTitle,
    signal,
  })
  const { action } = await wallet.server.call(startEmailChange, { email: wanted }, { signal })
  await noteChange(wallet)
  return { action: action === 'primary' ? 'VERIFY_PRIMARY_OTP' : 'VERIFY_SECONDARY_OTP' } as const
})
