import { useEffect, useId, useRef } from 'react'
import { writtenCode } from '@latchkey/protocol/oneTimeCode'
import { focusFirst } from '../focusFirst.ts'
import { useStyles } from '../styles/useStyles.ts'
import css from './otp.css?inline'

type Props = {
  label: string
  value: string
  /** Called with a text of digits, `length` at most. */
  onChange: (value: string) => void
  length: number
  /** Whether the code is being checked. It then stays visible and cannot be changed. */
  isBusy: boolean
  isWrong: boolean
  /** Shown below the cells: the state of the code, or what is wrong. Screen readers announce it. */
  note: string
  /** Whether the field takes the focus when it appears, because it replaces the previous step. */
  takesFocus?: boolean
}

/**
 * The field for a one-time code, shown as cells. It is one text field over the cells, so that
 * pasting, autofill, Backspace and screen readers work as in any other field. A wrong code stays
 * selected, so that the next digit replaces it.
 */
export function Otp({
  label,
  value,
  onChange,
  length,
  isBusy,
  isWrong,
  note,
  takesFocus = false,
}: Props) {
  useStyles(css)
  const id = useId()
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) focusFirst(ref.current)
  }, [takesFocus])
  useEffect(() => {
    if (!isWrong) return
    ref.current?.focus()
    ref.current?.select()
  }, [isWrong])
  const digits = Array.from({ length }, (_, at) => value[at] ?? '')
  return (
    <>
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
          aria-describedby={id}
          readOnly={isBusy}
          value={value}
          onChange={({ target }) => onChange(writtenCode(target.value, value, length))}
        />
        {digits.map((digit, at) => (
          <span
            key={at}
            className="otp-cell"
            data-next={at === Math.min(value.length, length - 1) || undefined}
            aria-hidden="true"
          >
            {digit}
          </span>
        ))}
      </div>
      <p className="otp-note" id={id} role="status" data-wrong={isWrong || undefined}>
        {note}
      </p>
    </>
  )
}
