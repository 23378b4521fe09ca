import { Details } from '@latchkey/ui/details/Details.tsx'
import { fill } from '../../ui/fill.ts'
import type { RequestedTransaction } from '../../rpc/readTransaction.ts'
import type { Effect } from '../decode/Effect.ts'
import { MessageBox } from '../message/MessageText.tsx'
import { isUnknown } from '../verdicts.ts'
import { useMessages } from '../../words/useMessages.ts'
import { messages } from './messages.ts'
import { kindOfCall } from './risksOf.ts'

type Props = {
  transactions: readonly RequestedTransaction[]
  effects: readonly Effect[]
}

/** The data of calls that are shown in words, folded. */
export function KnownCallData({ transactions, effects }: Props) {
  const titleOf = useTitleOf(transactions)
  return transactions.map(
    ({ data }, index) =>
      data !== '0x' &&
      !isUnknownCall(effects[index]) && (
        <Details key={index} label={titleOf(index)}>
          <MessageBox isBytes>{data}</MessageBox>
        </Details>
      ),
  )
}

/** The data of calls whose effect is not known. */
export function UnknownCallData({ transactions, effects }: Props) {
  const titleOf = useTitleOf(transactions)
  return transactions.map(
    ({ data }, index) =>
      isUnknownCall(effects[index]) && (
        <section key={index}>
          <p className="muted small">{titleOf(index)}</p>
          <MessageBox isBytes>{data}</MessageBox>
        </section>
      ),
  )
}

const isUnknownCall = (effect: Effect | undefined) =>
  effect !== undefined && isUnknown(kindOfCall(effect))

/** The title of a call's data: its length and, among several calls, its number. */
function useTitleOf(transactions: readonly RequestedTransaction[]) {
  const words = useMessages(messages)
  return (index: number) =>
    fill(transactions.length === 1 ? words.data : words.dataOf, {
      count: ((transactions[index]?.data.length ?? 2) - 2) / 2,
      number: index + 1,
    })
}
