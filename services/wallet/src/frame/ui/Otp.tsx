import { useEffect, useRef } from 'react'
import { writtenCode } from '@latchkey/protocol/oneTimeCode'
import { focusFirst } from './focusFirst.ts'
import './otp.css'

/** Number of digits of a code. docs/contracts/product.md#embedded-wallet */
export const codeLength = 6

type Props = {
  label: string
  value: string
  /** Called with digits only, six at most. */
  onChange: (value: string) => void
  /** The code is being checked: it stays, and the field is read-only. */
  isBusy: boolean
  isWrong: boolean
  /** The id of the text with the fault. */
  describedBy?: string
}

/**
 * A one-time code in cells. One text field lies above them, so that pasting, autofill and
 * screen readers work as in any other field. After a wrong code its digits are selected.
 */
export function Otp({ label, value, onChange, isBusy, isWrong, describedBy }: Props) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => focusFirst(ref.current), [])
  useEffect(() => {
    if (!isWrong) return
    ref.current?.focus()
    ref.current?.select()
  }, [isWrong])
  const digits = Array.from({ length: codeLength }, (_, at) => value[at] ?? '')
  return (
    <div
      className="otp"
      dir="ltr"
      data-wrong={isWrong || undefined}
      data-busy={isBusy || undefined}
    >
      <input
        ref={ref}
        data-autofocus=""
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]*"
        enterKeyHint="done"
        spellCheck={false}
        aria-label={label}
        aria-invalid={isWrong}
        aria-describedby={describedBy}
        readOnly={isBusy}
        value={value}
        onChange={({ target }) => onChange(writtenCode(target.value, value, codeLength))}
      />
      {digits.map((digit, at) => (
        <span
          key={at}
          className="otp-cell"
          data-next={at === Math.min(value.length, codeLength - 1) || undefined}
          aria-hidden="true"
        >
          {digit}
        </span>
      ))}
    </div>
  )
}
