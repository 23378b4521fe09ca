import * as counts from '@latchkey/protocol/counts'
import { useState } from 'react'
import { rememberSlippage, minSlippage } from '../../../../domains/swap/slippage.ts'
import { separatorOf } from '../../../account/formatExact.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { formatPercent } from '../formatPercent.ts'
import { messages } from '../messages.ts'
import { readSlippage } from './readSlippage.ts'

/** The percentages offered as buttons. */
const presets = [0.5, 1, 3] as const
/** Below `low` a swap often fails. Above `high` the visitor may receive much less. */
const bounds = { low: 0.1, high: 5 } as const

/**
 * The setting of the slippage, by how much the price may move: three buttons and a field. It is
 * stored.
 */
export function Slippage({
  value,
  onChange,
}: {
  value: number
  onChange: (percent: number) => void
}) {
  const t = useMessages(messages)
  const kit = useKit()
  const locale = useFormatLocale()
  const isPreset = presets.some((preset) => preset === value)
  const [text, setText] = useState(isPreset ? '' : String(value).replace('.', separatorOf(locale)))
  const isRefused = readSlippage(text, locale).status === 'refused'

  function choose(percent: number) {
    rememberSlippage(kit, percent)
    onChange(percent)
  }

  function enter(entered: string) {
    setText(entered)
    const read = readSlippage(entered, locale)
    if (read.status === 'percent') choose(read.percent)
  }

  return (
    <div className="swap-slippage">
      <dt>{t('slippage')}</dt>
      <dd>
        <span className="swap-chips" role="group" aria-label={t('slippage')}>
          {presets.map((preset) => (
            <button
              key={preset}
              type="button"
              className="swap-chip"
              aria-pressed={preset === value}
              onClick={() => {
                setText('')
                choose(preset)
              }}
            >
              {formatPercent(preset, locale)}
            </button>
          ))}
          <CustomPercent text={text} isChosen={!isPreset} isRefused={isRefused} onChange={enter} />
        </span>
        <Hint value={value} isRefused={isRefused} />
      </dd>
    </div>
  )
}

const hintId = 'swap-slippage-hint'

/** The field for any other percentage. */
function CustomPercent({
  text,
  isChosen,
  isRefused,
  onChange,
}: {
  text: string
  isChosen: boolean
  isRefused: boolean
  onChange: (text: string) => void
}) {
  const t = useMessages(messages)
  return (
    <label
      className="swap-chip"
      data-field=""
      data-chosen={isChosen || undefined}
      data-invalid={isRefused || undefined}
    >
      <input
        inputMode="decimal"
        autoComplete="off"
        aria-label={t('custom')}
        aria-invalid={isRefused}
        aria-describedby={hintId}
        placeholder="…"
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      <span aria-hidden="true">%</span>
    </label>
  )
}

/** Explains the slippage, or why the entered text is refused. `value` is the slippage in use. */
function Hint({ value, isRefused }: { value: number; isRefused: boolean }) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const shown = (percent: number) => formatPercent(percent, locale)

  function textOf(): string {
    if (isRefused)
      return t('slippageRefused', {
        least: shown(minSlippage),
        most: shown(counts.maxSlippage),
        value: shown(value),
      })
    if (value < bounds.low) return t('slippageLow')
    return t(value > bounds.high ? 'slippageHigh' : 'slippageHint')
  }

  return (
    <span className="swap-hint" id={hintId} role="status" data-refused={isRefused || undefined}>
      {textOf()}
    </span>
  )
}
