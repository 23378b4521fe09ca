import { useMessages } from '../../i18n/useMessages.ts'
import { ChooseIcon } from '../../account/ChooseIcon.tsx'
import { messages } from './messages.ts'
import type { RequestableToken } from './useRequestableTokens.ts'

type Props = {
  text: string
  isInvalid: boolean
  tokens: readonly RequestableToken[]
  tokenId: string | undefined
  onText: (text: string) => void
  onToken: (id: string) => void
}

/** Focuses the field when it appears, because the visitor has just pressed the button for it. */
const focus = (input: HTMLInputElement | null) => input?.focus()

/** The fields of a payment request: amount and token. */
export function RequestAmount({ text, isInvalid, tokens, tokenId, onText, onToken }: Props) {
  const t = useMessages(messages)
  return (
    <div className="receive-ask" data-invalid={isInvalid || undefined}>
      <input
        aria-label={t('amount')}
        placeholder={t('amount')}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        aria-invalid={isInvalid}
        aria-describedby="receive-note"
        ref={focus}
        onChange={(event) => onText(event.target.value)}
      />
      <span className="receive-token">
        <select
          aria-label={t('token')}
          value={tokenId}
          onChange={(event) => onToken(event.target.value)}
        >
          {tokens.map(({ id, symbol }) => (
            <option key={id} value={id}>
              {symbol}
            </option>
          ))}
        </select>
        <ChooseIcon />
      </span>
    </div>
  )
}
