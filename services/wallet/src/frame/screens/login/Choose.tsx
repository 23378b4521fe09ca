import { loginsPath, walletLogins } from '@latchkey/protocol/walletServer'
import type { WalletMethod } from '@latchkey/protocol/walletServer'
import { useState } from 'react'
import * as v from 'valibot'
import { GuardedButton } from '../../approve/GuardedButton.tsx'
import { GuardedForm, GuardedSubmit } from '../../approve/GuardedForm.tsx'
import { Field } from '@latchkey/ui/field/Field.tsx'
import { fill } from '../../ui/fill.ts'
import { useLoaded } from '../../ui/useLoaded.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { useMessages } from '../../words/useMessages.ts'
import { messages as joinMessages } from '../join/messages.ts'
import { companyNames } from '../loginMethodName.ts'
import { messages } from './messages.ts'

type Props = {
  wallet: Wallet
  onEmail: (email: string) => void
  onCompany: (method: Exclude<WalletMethod, 'email'>) => void
}

/** The choice of a login: an address, or one of the companies that the operator offers. */
export function Choose({ wallet, onEmail, onCompany }: Props) {
  const words = useMessages(messages)
  const joinWords = useMessages(joinMessages)
  const [isWrong, setWrong] = useState(false)
  const loaded = useLoaded(async (signal) => {
    const query =
      wallet.settings.projectId === null
        ? ''
        : `?projectId=${encodeURIComponent(wallet.settings.projectId)}`
    return v.parse(walletLogins, await (await fetch(`${loginsPath}${query}`, { signal })).json())
      .socials
  }, 0)
  return (
    <>
      <h2 className="screen-heading">{words.chooseHeading}</h2>
      <GuardedForm
        onSubmit={(form) => {
          const email = String(new FormData(form).get('email')).trim()
          if (/^\S+@\S+\.\S+$/.test(email)) onEmail(email)
          else setWrong(true)
        }}
      >
        <Field
          data-autofocus=""
          name="email"
          label={words.email}
          type="email"
          autoComplete="email"
          maxLength={254}
          onChange={() => setWrong(false)}
          {...(isWrong && { fault: words.emailWrong })}
        />
        <GuardedSubmit>{words.send}</GuardedSubmit>
      </GuardedForm>
      {loaded.status === 'done' &&
        loaded.value.map((method) => (
          <GuardedButton key={method} onPress={() => onCompany(method)}>
            {fill(joinWords.logIn, { name: companyNames[method] })}
          </GuardedButton>
        ))}
    </>
  )
}
