import { fromBase64url } from '@latchkey/protocol/base64'
import type { WalletAddresses } from '@latchkey/protocol/walletServer'
import { useState } from 'react'
import { GuardedForm, GuardedSubmit } from '../../approve/GuardedForm.tsx'
import { isFault } from '../../bridge/Fault.ts'
import { Field } from '@latchkey/ui/field/Field.tsx'
import { fill } from '../../ui/fill.ts'
import { keysOfPassword } from '../../vault/password.ts'
import type { GuardKeys } from '../../vault/guardKeys.ts'
import { recoverAccount } from '../../vault/recoverAccount.ts'
import { wipe } from '../../vault/wipe.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { messages } from './messages.ts'
import { useMessages } from '../../words/useMessages.ts'

type Props = {
  wallet: Wallet
  addresses: WalletAddresses
  setId: string
  /** base64url */
  salt: string
  onDone: () => void
}

/** Recovers with the password of the account. */
export function WithPassword({ wallet, addresses, setId, salt, onDone }: Props) {
  const words = useMessages(messages)
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const [percent, setPercent] = useState<number>()

  async function submit() {
    if (percent !== undefined || password === '') return
    setFault(undefined)
    setPercent(0)
    let keys: GuardKeys | undefined
    try {
      keys = await keysOfPassword(password, fromBase64url(salt), (share) =>
        setPercent(Math.floor(share * 100)),
      )
      await recoverAccount(wallet, {
        setId,
        guard: { method: 'password', keys },
        expected: addresses,
      })
      onDone()
    } catch (error) {
      setFault(sentenceOf(error, words))
      setPercent(undefined)
    } finally {
      wipe(keys?.proof, keys?.key)
    }
  }

  return (
    <GuardedForm onSubmit={submit}>
      <h2 className="screen-heading">{words.heading}</h2>
      <Field
        data-autofocus=""
        label={words.password}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        fault={fault}
      />
      <GuardedSubmit aria-live="polite">
        {percent === undefined ? words.go : fill(words.working, { percent })}
      </GuardedSubmit>
    </GuardedForm>
  )
}

/** The sentence for a failed recovery. */
export function sentenceOf(error: unknown, words: (typeof messages)['texts']): string {
  if (isFault(error, 'proofWrong')) return words.wrong
  if (isFault(error, 'tooManyRequests')) return words.tooMany
  return isFault(error, 'accountDiffers') ? words.differsText : words.failedText
}
