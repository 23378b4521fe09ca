import { useState } from 'react'
import { isSameAddress } from '@latchkey/protocol/address'
import type { SwapExposure, SwapOrder, SwapToken } from '../../../../core/facets/swap.ts'
import { levelOf, lossOf } from '../../../../swap/loss.ts'
import type { PreparedSwap } from '../../../../swap/review/prepareSwap.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Caution, Cautions, CautionTick } from '../../../ui/caution/Cautions.tsx'
import { exactText } from '../amountTexts.ts'
import { formatPercent } from '../formatPercent.ts'
import type { SwapChange } from '../index.ts'
import { messages } from './messages.ts'

type Props = {
  order: SwapOrder
  prepared: PreparedSwap | undefined
  /** By which amounts are shown. */
  tokens: readonly SwapToken[]
  prices: { from: number | undefined; to: number | undefined }
  /** Names of what has to be accepted, separated by commas. */
  acceptance: string
  change: SwapChange | undefined
  onAccept: (isAccepted: boolean) => void
}

/**
 * What the visitor has to know before; a high loss, a swap that could not be checked, and what its
 * contracts could take besides, have to be accepted.
 */
export function Risks({
  order,
  prepared,
  tokens,
  prices,
  acceptance: wanted,
  change: news,
  onAccept,
}: Props) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const names = wanted.split(',').filter(Boolean)
  const [ticked, setTicked] = useState<readonly string[]>([])
  const loss =
    prepared &&
    lossOf(
      order,
      { ...prepared.offer, arrives: prepared.arrives ?? prepared.offer.arrives },
      prices,
    )
  const level = prepared ? levelOf(loss) : 'none'
  const fails = prepared?.problems.includes('fails') ?? false
  if (!news && !fails && level === 'none' && names.length === 0) return null

  function amountOf({ token, amount }: SwapExposure): string {
    const known = [order.from, order.to, ...tokens].find(
      ({ address }) => address !== undefined && isSameAddress(address, token),
    )
    return known ? exactText(amount, known, locale) : `${amount} ${shortOf(token)}`
  }

  function tick(name: string, isTicked: boolean) {
    const next = isTicked ? [...ticked, name] : ticked.filter((one) => one !== name)
    setTicked(next)
    onAccept(names.every((one) => next.includes(one)))
  }

  return (
    <Cautions>
      {news && (
        <Caution level="risk" icon="info">
          {t(news)}
        </Caution>
      )}
      {fails && <Caution level="fault">{t('wouldFail')}</Caution>}
      {level !== 'none' && (
        <Caution level={level === 'high' ? 'fault' : 'risk'}>
          {loss === undefined
            ? t('lossUnknown')
            : t('loss', { percent: formatPercent(loss, locale) })}
        </Caution>
      )}
      {names.includes('unchecked') && <Caution level="risk">{t('unchecked')}</Caution>}
      {prepared?.exposures.map((one) => (
        <Caution key={`${one.contract} ${one.token}`} level="fault">
          {t('exposed', { contract: shortOf(one.contract), amount: amountOf(one) })}
        </Caution>
      ))}
      {!fails &&
        names.map((name) => (
          <CautionTick
            key={name}
            isTicked={ticked.includes(name)}
            onTick={(isTicked) => tick(name, isTicked)}
          >
            {t(
              name === 'unchecked'
                ? 'uncheckedChecked'
                : name.startsWith('exposed')
                  ? 'exposedChecked'
                  : 'lossChecked',
            )}
          </CautionTick>
        ))}
    </Cautions>
  )
}

const shortOf = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`
