import { useState } from 'react'
import type { SwapOrder } from '../../../../core/facets/swap.ts'
import { levelOf, lossOf } from '../../../../swap/loss.ts'
import type { PreparedSwap } from '../../../../swap/review/prepareSwap.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Icon } from '../../../ui/icons.tsx'
import { formatPercent } from '../formatPercent.ts'
import { messages } from './messages.ts'

type Props = {
  order: SwapOrder
  prepared: PreparedSwap | undefined
  prices: { from: number | undefined; to: number | undefined }
  /** Names of what has to be accepted, separated by commas. */
  cautions: string
  hasMoved: boolean
  onAccept: (isAccepted: boolean) => void
}

/** What the visitor has to know before; a high loss, and a swap that could not be checked, have to be accepted. */
export function Cautions({ order, prepared, prices, cautions, hasMoved, onAccept }: Props) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const names = cautions.split(',').filter(Boolean)
  const [ticked, setTicked] = useState<readonly string[]>([])
  const loss = prepared && lossOf(order, { ...prepared.offer, arrives: prepared.arrives ?? prepared.offer.arrives }, prices)
  const level = levelOf(loss)
  const fails = prepared?.problems.includes('fails') ?? false
  if (!hasMoved && !fails && level === 'none' && names.length === 0) return null

  function tick(name: string, isTicked: boolean) {
    const next = isTicked ? [...ticked, name] : ticked.filter((one) => one !== name)
    setTicked(next)
    onAccept(names.every((one) => next.includes(one)))
  }

  return (
    <div className="swap-cautions" role="status">
      {hasMoved && <p className="swap-caution" data-level="notable"><Icon name="info" /><span>{t('moved')}</span></p>}
      {fails && <p className="swap-caution" data-level="high"><Icon name="warning" /><span>{t('wouldFail')}</span></p>}
      {level !== 'none' && loss !== undefined && <p className="swap-caution" data-level={level}><Icon name="warning" /><span>{t('loss', { percent: formatPercent(loss, locale) })}</span></p>}
      {names.includes('unchecked') && <p className="swap-caution" data-level="notable"><Icon name="warning" /><span>{t('unchecked')}</span></p>}
      {!fails && names.map((name) => (
        <label key={name} className="swap-tick">
          <input type="checkbox" checked={ticked.includes(name)} onChange={(event) => tick(name, event.target.checked)} />
          <span>{t(name === 'unchecked' ? 'uncheckedChecked' : 'lossChecked')}</span>
        </label>
      ))}
    </div>
  )
}
