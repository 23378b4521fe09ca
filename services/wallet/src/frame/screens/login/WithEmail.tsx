import { checkOtp, startEmail } from '@latchkey/protocol/walletServer'
import type { LoginOutcome } from '@latchkey/protocol/walletServer'
import { isFault } from '../../bridge/Fault.ts'
import { fill } from '../../ui/fill.ts'
import { beginLogin } from '../../wallet/beginLogin.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { useMessages } from '../../words/useMessages.ts'
import { CodeForm } from '../code/CodeForm.tsx'
import { messages } from './messages.ts'
import { useTask } from './useTask.ts'

type Props = {
  wallet: Wallet
  email: string
  onOutcome: (outcome: LoginOutcome) => Promise<void>
  onFail: (error: unknown) => void
}

/** Mails a code and checks it. */
export function WithEmail({ wallet, email, onOutcome, onFail }: Props) {
  const words = useMessages(messages)
  const { server, settings, site, language } = wallet

  async function mail() {
    await server.call(startEmail, {
      email,
      projectId: settings.projectId,
      origin: site.origin,
      locale: language.chosen(),
      isNew: true,
      place: 'window',
    })
    await beginLogin(wallet, { kind: 'email' })
  }
  // a code that was mailed a moment ago is still valid
  useTask(
    () =>
      mail().catch((error: unknown) =>
        isFault(error, 'emailCooldown') ? undefined : Promise.reject(error),
      ),
    onFail,
  )

  return (
    <CodeForm
      heading={words.codeHeading}
      onCode={async (otp) => onOutcome(await server.call(checkOtp, { otp, origin: site.origin }))}
      onResend={mail}
    >
      {fill(words.codeText, { email })}
    </CodeForm>
  )
}
