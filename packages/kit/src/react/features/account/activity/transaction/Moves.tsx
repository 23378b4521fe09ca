import { isSameAddress } from '@latchkey/protocol/address'
import { useMessages } from '../../../../i18n/useMessages.ts'
import type { Amount } from '../row/amountsOf.ts'
import { messages } from '../texts/messages.ts'
import { AddressFact, Fact } from './Fact.tsx'

/**
 * The maximum number of amounts in the large heading. If there are more, only the facts below show
 * them.
 */
export const maxInHeading = 2
/** The maximum number of counterparts whose names are requested from the API. */
const maxNameRequests = 3

type MovesProps = {
  amounts: readonly Amount[]
  ends: readonly (string | undefined)[]
  explorer: { name: string; url: string } | undefined
}

/**
 * The facts about the amounts: each with the address that sent or received it. No fact is shown
 * - if another fact already shows the address: the only amount belongs to the transaction's sender
 *   or recipient
 * - if the address is unknown and the heading already shows the amount
 */
export function Moves({ amounts, ends, explorer }: MovesProps) {
  const t = useMessages(messages)
  const isEnd = (address: string) =>
    ends.some((end) => end !== undefined && isSameAddress(end, address))
  return amounts.map(({ text, direction, counterpart }, index) => {
    if (!counterpart && amounts.length <= maxInHeading) return null
    if (counterpart && amounts.length === 1 && isEnd(counterpart)) return null
    const amount = (
      <bdi className="transaction-move" data-direction={direction}>
        {text}
      </bdi>
    )
    if (!counterpart)
      return (
        <Fact key={index} name={amount}>
          {null}
        </Fact>
      )
    return (
      <AddressFact
        key={index}
        name={t(direction === 'in' ? 'from' : 'to')}
        above={amount}
        address={counterpart}
        explorer={explorer}
        isNameRequested={index < maxNameRequests}
      />
    )
  })
}
