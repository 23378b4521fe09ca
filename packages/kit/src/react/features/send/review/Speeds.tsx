import { useMemo } from 'react'
import type { FeeSpeed, SendOrder } from '../../../../core/contracts/facets/send.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { speedTexts } from '../../../account/speedTexts.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { useQuery } from '../../../hooks/useQuery.ts'
import { messages } from './messages.ts'

/** The fees are read again after this many milliseconds. */
const age = 15_000

/**
 * The speeds that the sender can choose, each with its price and time. Nothing is shown on chains
 * without a choice, and while the choices can't be read: the transfer then has the usual fee.
 */
export function Speeds({
  order,
  onSpeed,
}: {
  order: SendOrder & { amount: bigint }
  onSpeed: (speed: FeeSpeed) => void
}) {
  const t = useMessages(messages)
  const kit = useKit()
  const locale = useFormatLocale()
  const { networkId, from, to, token, amount, feeChoice = 'normal' } = order
  const answer = useQuery(
    useMemo(
      () => ({
        queryKey: ['send-speeds', networkId, from, to.address, token.address, String(amount)],
        networkMode: 'always' as const, // offline, the query then fails at once
        refetchInterval: age,
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const { readFeeChoices } = await import(
            '../../../../domains/send/costs/readFeeChoices.lazy.ts'
          )
          return readFeeChoices(kit, { networkId, from, to, token, amount, signal })
        },
      }),
      [kit, networkId, from, to, token, amount],
    ),
  )
  const choices = 'data' in answer ? (answer.data ?? []) : []
  if (choices.length < 2) return null
  return (
    <div className="send-cost">
      <dt id="send-speed">{t('speed')}</dt>
      <dd>
        <div className="send-speeds" role="radiogroup" aria-labelledby="send-speed">
          {choices.map(({ id, fee }) => {
            const { rate, time } = speedTexts(fee, locale)
            return (
              <label key={id} className="send-speed" data-chosen={id === feeChoice || undefined}>
                <input
                  type="radio"
                  name="send-speed"
                  checked={id === feeChoice}
                  onChange={() => onSpeed(id)}
                />
                <span>{t(id)}</span>
                {rate !== undefined && (
                  <span className="send-caption">{t('feeRate', { rate })}</span>
                )}
                {time !== undefined && <span className="send-caption">{time}</span>}
              </label>
            )
          })}
        </div>
      </dd>
    </div>
  )
}
