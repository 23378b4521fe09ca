import { useId } from 'react'
import type { TipToken } from '../tips/tips.ts'

type Props = {
  suggested: readonly string[]
  text: string
  onText: (text: string) => void
  tokens: readonly TipToken[]
  token: TipToken
  onToken: (id: string) => void
  to: string
  onTo: (to: string) => void
}

/** The fields for a tip: the amount, the token and the recipient's address. */
export function TipFields({ suggested, text, onText, tokens, token, onToken, to, onTo }: Props) {
  const id = useId()
  return (
    <>
      <Suggestions suggested={suggested} text={text} onText={onText} />
      <div className="fields">
        <div className="field">
          <label htmlFor={`${id}-amount`}>Amount</label>
          <input
            id={`${id}-amount`}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onChange={(event) => onText(event.target.value)}
          />
        </div>
        <div className="field narrow">
          <label htmlFor={`${id}-token`}>In</label>
          <select
            id={`${id}-token`}
            value={token.id}
            onChange={(event) => onToken(event.target.value)}
          >
            {tokens.map((token) => (
              <option key={token.id} value={token.id}>
                {token.symbol}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div className="field">
        <label htmlFor={`${id}-to`}>To</label>
        <input
          id={`${id}-to`}
          spellCheck={false}
          autoComplete="off"
          className="mono"
          value={to}
          onChange={(event) => onTo(event.target.value.trim())}
        />
      </div>
    </>
  )
}

/** Buttons with suggested amounts. */
function Suggestions({ suggested, text, onText }: Pick<Props, 'suggested' | 'text' | 'onText'>) {
  return (
    <div className="presets" role="group" aria-label="Suggested tips">
      {suggested.map((tip) => (
        <button key={tip} type="button" aria-pressed={text === tip} onClick={() => onText(tip)}>
          {tip}
        </button>
      ))}
    </div>
  )
}
