import { useRef, useState } from 'react'
import { GuardedForm, GuardedSubmit } from '../../approve/GuardedForm.tsx'
import { Field } from '@latchkey/ui/field/Field.tsx'
import { fill } from '../../ui/fill.ts'
import { isStrong, keysOfPassword, passwordLength } from '../../vault/password.ts'
import type { GuardKeys } from '../../vault/guardKeys.ts'
import { messages } from './messages.ts'
import { useMessages } from '../../words/useMessages.ts'

/** `failed`: the browser lacks the memory for the key derivation. */
type Fault = 'weak' | 'different' | 'failed'

/**
 * The form for a new password. Deriving its keys takes seconds, and the button shows the
 * progress.
 */
export function NewPassword({
  action,
  onKeys,
}: {
  action: string
  onKeys: (keys: GuardKeys) => void
}) {
  const words = useMessages(messages)
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [fault, setFault] = useState<Fault>()
  const [percent, setPercent] = useState<number>()
  const [first, second] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]

  async function submit() {
    if (percent !== undefined) return
    const wrong = !isStrong(password) ? 'weak' : password === again ? undefined : 'different'
    setFault(wrong)
    if (wrong) return (wrong === 'weak' ? first : second).current?.focus()
    setPercent(0)
    try {
      onKeys(
        await keysOfPassword(password, undefined, (share) => setPercent(Math.floor(share * 100))),
      )
    } catch {
      setPercent(undefined)
      setFault('failed')
    }
  }

  return (
    <GuardedForm onSubmit={submit}>
      <Field
        ref={first}
        data-autofocus=""
        label={words.password}
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        note={fill(words.rule, { count: passwordLength })}
        fault={fault === 'weak' ? fill(words.weak, { count: passwordLength }) : undefined}
      />
      <Field
        ref={second}
        label={words.again}
        type="password"
        autoComplete="new-password"
        value={again}
        onChange={(event) => setAgain(event.target.value)}
        fault={
          fault === 'different' ? words.different : fault === 'failed' ? words.failed : undefined
        }
      />
      <GuardedSubmit aria-live="polite">
        {percent === undefined ? action : fill(words.working, { percent })}
      </GuardedSubmit>
    </GuardedForm>
  )
}
