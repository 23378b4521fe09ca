import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { GuardedButton } from '../../../approve/GuardedButton.tsx'
import { GuardedForm, GuardedSubmit } from '../../../approve/GuardedForm.tsx'
import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { Field } from '@latchkey/ui/field/Field.tsx'
import { fill } from '../../../ui/fill.ts'
import { focusFirst } from '@latchkey/ui/focusFirst.ts'
import { isStrong, passwordLength } from '../../../vault/password.ts'
import type { Wallet } from '../../../wallet/Wallet.ts'
import { FailedAlert } from '../FailedAlert.tsx'
import { messages } from './messages.ts'
import { makeKeystore } from './secrets.ts'
import { useMessages } from '../../../words/useMessages.ts'

type Status =
  | { at: 'idle'; fault?: 'weak' | 'different' }
  | { at: 'working'; percent: number }
  | { at: 'failed' }
  | { at: 'saved'; name: string; json: string }

/** Asks for a password and saves the encrypted keystore as a file. */
export function Keystore({ wallet }: { wallet: Wallet }) {
  const words = useMessages(messages)
  const [first, second] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const { password, again, status, submit } = useKeystore(wallet, {
    weak: first,
    different: second,
  })
  useEffect(() => focusFirst(first.current), [first])
  if (status.at === 'saved')
    return (
      <>
        <Alert title={words.savedTitle}>{words.savedText}</Alert>
        <GuardedButton ref={focusFirst} onPress={() => save(status)}>
          {words.saveAgain}
        </GuardedButton>
      </>
    )
  const fault = status.at === 'idle' ? status.fault : undefined
  return (
    <GuardedForm onSubmit={submit}>
      {status.at === 'failed' && <FailedAlert />}
      <h2 className="screen-heading">{words.keystoreHeading}</h2>
      <p className="muted small">{words.keystoreText}</p>
      <Field
        ref={first}
        label={words.password}
        type="password"
        autoComplete="new-password"
        value={password.value}
        onChange={(event) => password.set(event.target.value)}
        note={fill(words.rule, { count: passwordLength })}
        fault={fault === 'weak' ? fill(words.weak, { count: passwordLength }) : undefined}
      />
      <Field
        ref={second}
        label={words.again}
        type="password"
        autoComplete="new-password"
        value={again.value}
        onChange={(event) => again.set(event.target.value)}
        fault={fault === 'different' ? words.different : undefined}
      />
      <GuardedSubmit aria-live="polite">
        {status.at === 'working' ? fill(words.working, { percent: status.percent }) : words.save}
      </GuardedSubmit>
    </GuardedForm>
  )
}

/**
 * The two passwords, and the file that is made with them. If a password has a fault, its field gets
 * the focus.
 */
function useKeystore(
  wallet: Wallet,
  fields: Record<'weak' | 'different', RefObject<HTMLInputElement | null>>,
) {
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [status, setStatus] = useState<Status>({ at: 'idle' })
  const over = useRef<AbortController>(undefined)
  useEffect(() => () => over.current?.abort(), [])

  async function submit() {
    if (status.at === 'working') return
    const fault = !isStrong(password) ? 'weak' : password === again ? undefined : 'different'
    if (fault) {
      setStatus({ at: 'idle', fault })
      return fields[fault].current?.focus()
    }
    setStatus({ at: 'working', percent: 0 })
    const { signal } = (over.current = new AbortController())
    try {
      const file = await makeKeystore(wallet, password, {
        signal,
        onProgress: (share) => setStatus({ at: 'working', percent: Math.floor(share * 100) }),
      })
      save(file)
      setPassword('')
      setAgain('')
      setStatus({ at: 'saved', ...file })
    } catch {
      if (!signal.aborted) setStatus({ at: 'failed' })
    }
  }

  return {
    password: { value: password, set: setPassword },
    again: { value: again, set: setAgain },
    status,
    submit,
  }
}

/** Downloads a file. */
function save({ name, json }: { name: string; json: string }): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([json], { type: 'application/json' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000) // the file is read after the click
}
