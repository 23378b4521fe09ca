import { writtenCode } from '@latchkey/protocol/oneTimeCode'
import { checkOtp } from '@latchkey/protocol/walletServer'
import type { LoginOutcome } from '@latchkey/protocol/walletServer'
import { useState } from 'react'
import { Field } from '@latchkey/ui/field/Field.tsx'
import type { Wallet } from '../../wallet/Wallet.ts'
import { messages } from './messages.ts'
import { sentenceOf } from './sentenceOf.ts'
import { useMessages } from '../../words/useMessages.ts'

/** Number of digits of a code. */
const length = 6

/**
 * A field for the code that was mailed to the wallet's address. The code is checked as soon as it
 * is complete. A wrong code stays until the visitor types another one.
 */
export function JoinCode({
  wallet,
  onOutcome,
}: {
  wallet: Wallet
  onOutcome: (outcome: LoginOutcome) => void
}) {
  const words = useMessages(messages)
  const [code, setCode] = useState('')
  const [isChecking, setChecking] = useState(false)
  const [fault, setFault] = useState<string>()

  async function write(text: string) {
    const digits = writtenCode(text, code, length)
    setCode(digits)
    setFault(undefined)
    if (digits.length < length) return
    setChecking(true)
    try {
      onOutcome(await wallet.server.call(checkOtp, { otp: digits, origin: wallet.site.origin }))
    } catch (error) {
      setFault(sentenceOf(error, words))
    }
    setChecking(false)
  }

  return (
    <>
      <h2 className="screen-heading">{words.codeHeading}</h2>
      <p className="muted small">{words.codeText}</p>
      <Field
        data-autofocus=""
        label={words.code}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]*"
        enterKeyHint="done"
        value={code}
        readOnly={isChecking}
        onChange={(event) => write(event.target.value)}
        note={isChecking ? words.checking : ''}
        fault={fault}
      />
    </>
  )
}
