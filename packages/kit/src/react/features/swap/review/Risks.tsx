import { useState } from 'react'
import { isSameAddress } from '@latchkey/protocol/address'
import type { SwapExposure, SwapOrder, SwapToken } from '../../../../core/contracts/facets/swap.ts'
import { levelOf } from '../../../../domains/swap/loss.ts'
import type { PreparedSwap } from '../../../../domains/swap/prepareSwap.lazy.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Caution, Cautions } from '@latchkey/ui/caution/Cautions.tsx'
import { Tick } from '@latchkey/ui/caution/Tick.tsx'
import { exactText } from '../amountTexts.ts'
import { formatPercent } from '../formatPercent.ts'
import type { SwapChange } from '../index.ts'
import { preparedLossOf } from './cautions.ts'
import { messages } from './messages.ts'

type Props = {
  order: SwapOrder
  prepared: PreparedSwap | undefined
  /** The tokens from which amounts get their decimals and symbols. */
  tokens: readonly SwapToken[]
  prices: { from: number | undefined; to: number | undefined }
  /** The names of the risks that the visitor has to accept, separated by commas. */
  acceptance: string
  change: SwapChange | undefined
  onAccept: (isAccepted: boolean) => void
}

/**
 * The warnings that the visitor must read. Some must be accepted: a high loss, a swap that could
 * not be simulated, and allowances of which the contracts could take more than the swap needs.
 */
export function Risks({ order, prepared, tokens, prices, acceptance, change, onAccept }: Props) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const names = acceptance.split(',').filter(Boolean)
  const [ticked, setTicked] = useState<readonly string[]>([])
  const loss = prepared && preparedLossOf(order, prepared, prices)
  const level = prepared ? levelOf(loss) : 'none'
  const fails = prepared?.problems.includes('fails') ?? false
  if (!change && !fails && level === 'none' && names.length === 0) return null

  function amountOf({ token, amount }: SwapExposure): string {
    const known = [order.from, order.to, ...tokens].find(
      ({ address }) => address !== undefined && isSameAddress(address, token),
    )
    return known ? exactText(amount, known, locale) : `${amount} ${shortOf(token)}`
  }

  function tick(name: string, isTicked: boolean) {
    const next = isTicked ? [...ticked, name] : ticked.filter((risk) => risk !== name)
    setTicked(next)
    onAccept(names.every((name) => next.includes(name)))
  }

  return (
    <Cautions>
      {change && (
        <Caution level="risk" icon="info">
          {t(change)}
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
      {prepared?.exposures.map((exposure) => (
        <Caution key={`${exposure.contract} ${exposure.token}`} level="fault">
          {t('exposed', { contract: shortOf(exposure.contract), amount: amountOf(exposure) })}
        </Caution>
      ))}
      {!fails &&
        names.map((name) => (
          <Tick
            isPlain
            key={name}
            isTicked={ticked.includes(name)}
            onChange={(isTicked) => tick(name, isTicked)}
          >
            {t(tickOf(name))}
          </Tick>
        ))}
    </Cautions>
  )
}

/** Returns the key of the sentence with which the visitor accepts a risk. */
function tickOf(name: string): 'uncheckedChecked' | 'exposedChecked' | 'lossChecked' {
  if (name === 'unchecked') return 'uncheckedChecked'
  return name.startsWith('exposed') ? 'exposedChecked' : 'lossChecked'
}

const shortOf = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`
