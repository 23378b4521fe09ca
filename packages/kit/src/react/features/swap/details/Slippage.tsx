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

/** Percentages to choose from. */
const presets = [0.5, 1, 3] as const
/** Below `low` a swap often fails; above `high` the received amount may be much lower. */
const bounds = { low: 0.1, high: 5 } as const

/** The slippage, by which the price may move: three presets and a field. The choice is stored. */
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
  const shown = (percent: number) => formatPercent(percent, locale)

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
              {shown(preset)}
            </button>
          ))}
          <label
            className="swap-chip"
            data-field=""
            data-chosen={!isPreset || undefined}
            data-invalid={isRefused || undefined}
          >
            <input
              inputMode="decimal"
              autoComplete="off"
              aria-label={t('custom')}
              aria-invalid={isRefused}
              aria-describedby="swap-slippage-hint"
              placeholder="…"
              value={text}
              onChange={(event) => enter(event.target.value)}
            />
            <span aria-hidden="true">%</span>
          </label>
        </span>
        <span
          className="swap-hint"
          id="swap-slippage-hint"
          role="status"
          data-refused={isRefused || undefined}
        >
          {isRefused
            ? t('slippageRefused', {
                least: shown(minSlippage),
                most: shown(counts.maxSlippage),
                value: shown(value),
              })
            : t(
                value < bounds.low
                  ? 'slippageLow'
                  : value > bounds.high
                    ? 'slippageHigh'
                    : 'slippageHint',
              )}
        </span>
      </dd>
    </div>
  )
}
