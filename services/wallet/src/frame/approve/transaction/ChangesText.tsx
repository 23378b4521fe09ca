import type { Change, Simulation } from './simulate/Simulation.ts'
import type { Network } from '../../wallet/network.ts'
import { AddressText } from '@latchkey/ui/AddressText.tsx'
import { formatAmount } from '../formatAmount.ts'
import { amountOf, pieceOf, type EffectWords } from './amountOf.ts'
import type { Token, Tokens } from './loadTokens.ts'
import { messages } from './messages.ts'
import { useMessages } from '../../words/useMessages.ts'
import './changes.css'

/** The assets that the account would gain or lose. */
export function ChangesText({
  simulation,
  network,
  tokens,
}: {
  simulation: Simulation | undefined
  network: Network
  tokens: Tokens
}) {
  const words = useMessages(messages)
  if (!simulation?.changes)
    return (
      <p className="changes-note">{simulation ? words.changesUncounted : words.changesUnknown}</p>
    )
  const { changes } = simulation
  return (
    <section className="changes">
      <h2 className="changes-title">{words.changes}</h2>
      {changes.length === 0 && <p className="changes-note">{words.changesNone}</p>}
      {changes.length > 0 && (
        <ul>
          {changes.map((change, index) => (
            <li key={index} data-sign={change.amount < 0n ? 'out' : 'in'}>
              <span>{change.amount < 0n ? words.out : words.in}</span>
              <bdi>{textOf(change, { network, tokens, words })}</bdi>
              {'token' in change && <AddressText address={change.token} form="lines" />}
            </li>
          ))}
        </ul>
      )}
      <p className="changes-note">{words.changesNow}</p>
    </section>
  )
}

function textOf(
  change: Change,
  { network, tokens, words }: { network: Network; tokens: Tokens; words: EffectWords },
): string {
  const amount = change.amount < 0n ? -change.amount : change.amount
  const sign = change.amount < 0n ? '−' : '+'
  if (change.kind === 'currency')
    return `${sign}${formatAmount(amount, network.currency.decimals)} ${network.currency.symbol}`
  const token = tokenOf(tokens.get(change.token), network)
  return `${sign}${change.kind === 'token' ? amountOf(amount, token, words) : pieceOf({ id: change.id, amount }, token, words)}`
}

/** The token; without its symbol if that imitates the name of the chain's currency. */
function tokenOf(token: Token | undefined, { currency }: Network): Token | undefined {
  const plain = (text: string) => text.normalize('NFKC').toLowerCase()
  if (token?.symbol === undefined || plain(token.symbol) !== plain(currency.symbol)) return token
  const { symbol: _, ...nameless } = token
  return nameless
}
