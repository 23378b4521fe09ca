import { useState } from 'react'
import type { SwapOrder } from '../../../../core/facets/swap.ts'
import { levelOf, lossOf } from '../../../../swap/loss.ts'
import type { PreparedSwap } from '../../../../swap/review/prepareSwap.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Caution, Cautions, CautionTick } from '../../../ui/caution/Cautions.tsx'
import { formatPercent } from '../formatPercent.ts'
import type { SwapNews } from '../index.ts'
import { messages } from './messages.ts'

type Props = {
  order: SwapOrder
  prepared: PreparedSwap | undefined
  prices: { from: number | undefined; to: number | undefined }
  /** Names of what has to be accepted, separated by commas. */
  wanted: string
  news: SwapNews | undefined
  onAccept: (isAccepted: boolean) => void
}

/** What the visitor has to know before; a high loss, and a swap that could not be checked, have to be accepted. */
export function Risks({ order, prepared, prices, wanted, news, onAccept }: Props) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const names = wanted.split(',').filter(Boolean)
  const [ticked, setTicked] = useState<readonly string[]>([])
  const loss = prepared && lossOf(order, { ...prepared.offer, arrives: prepared.arrives ?? prepared.offer.arrives }, prices)
  const level = prepared ? levelOf(loss) : 'none'
  const fails = prepared?.problems.includes('fails') ?? false
  if (!news && !fails && level === 'none' && names.length === 0) return null

  function tick(name: string, isTicked: boolean) {
    const next = isTicked ? [...ticked, name] : ticked.filter((one) => one !== name)
    setTicked(next)
    onAccept(names.every((one) => next.includes(one)))
  }

  return (
    <Cautions>
      {news && <Caution level="risk" icon="info">{t(news)}</Caution>}
      {fails && <Caution level="fault">{t('wouldFail')}</Caution>}
      {level !== 'none' && <Caution level={level === 'high' ? 'fault' : 'risk'}>{loss === undefined ? t('lossUnknown') : t('loss', { percent: formatPercent(loss, locale) })}</Caution>}
      {names.includes('unchecked') && <Caution level="risk">{t('unchecked')}</Caution>}
      {!fails && names.map((name) => <CautionTick key={name} isTicked={ticked.includes(name)} onTick={(isTicked) => tick(name, isTicked)}>{t(name === 'unchecked' ? 'uncheckedChecked' : 'lossChecked')}</CautionTick>)}
    </Cautions>
  )
}
