import { useEffect, useRef, useState } from 'react'
import { GuardedForm, GuardedSubmit } from '../../../approve/GuardedForm.tsx'
import { Fault, isFault } from '../../../bridge/Fault.ts'
import { Field } from '@latchkey/ui/field/Field.tsx'
import { fill } from '../../../ui/fill.ts'
import { focusFirst } from '@latchkey/ui/focusFirst.ts'
import { IconRow } from '../../../ui/IconRow.tsx'
import { messages } from './messages.ts'
import { useMessages } from '../../../words/useMessages.ts'

type Props = {
  /** The current address; null where there is none. */ now: string | null
  /** Mails the first code. */
  onAddress: (email: string) => Promise<void>
}

/** The form for a new address. */
export function NewAddress({ now, onAddress }: Props) {
  const words = useMessages(messages)
  const [email, setEmail] = useState('')
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => focusFirst(field.current), [])

  async function submit() {
    if (isBusy) return
    const wanted = email.trim()
    const wrong = !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(wanted)
      ? words.invalid
      : wanted.toLowerCase() === now
        ? words.same
        : undefined
    setFault(wrong)
    if (wrong) return field.current?.focus()
    setBusy(true)
    try {
      await onAddress(wanted)
    } catch (error) {
      setFault(sentenceOf(error, words))
      setBusy(false)
      field.current?.focus()
    }
  }

  return (
    <GuardedForm onSubmit={submit}>
      {now !== null && <IconRow icon="mail" title={now} detail={words.now} />}
      <Field
        ref={field}
        label={words.newAddress}
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        note={now === null ? words.noteFirst : words.note}
        fault={fault}
      />
      <GuardedSubmit isDisabled={isBusy} aria-live="polite">
        {isBusy ? words.busy : words.go}
      </GuardedSubmit>
    </GuardedForm>
  )
}

function sentenceOf(error: unknown, words: (typeof messages)['texts']): string {
  if (isFault(error, 'emailInvalid')) return words.invalid
  if (isFault(error, 'notRecovered')) return words.notRecovered
  if (isFault(error, 'tooManyRequests')) return words.tooMany
  return isFault(error, 'emailCooldown') && error instanceof Fault
    ? fill(words.wait, { seconds: error.values?.['seconds'] ?? 30 })
    : words.failed
}
