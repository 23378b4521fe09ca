import type { Change, Simulation } from './simulate/Simulation.ts'
import type { Network } from '../../wallet/network.ts'
import { AddressText } from '../AddressText.tsx'
import { formatUnits } from '../formatUnits.ts'
import { amountOf, pieceOf } from './amountOf.ts'
import type { Token, Tokens } from './loadTokens.ts'
import { messages } from './messages.ts'
import './changes.css'

/** What the account would have more or less of. */
export function ChangesText({ simulation, network, tokens }: { simulation: Simulation | undefined; network: Network; tokens: Tokens }) {
  if (!simulation) return <p className="changes-note">{messages.changesUnknown}</p>
  const { changes } = simulation
  return (
    <section className="changes">
      <h2 className="changes-title">{messages.changes}</h2>
      {changes.length === 0 && <p className="changes-note">{messages.changesNone}</p>}
      {changes.length > 0 && (
        <ul>
          {changes.map((change, index) => (
            <li key={index} data-sign={change.amount < 0n ? 'out' : 'in'}>
              <span>{change.amount < 0n ? messages.out : messages.in}</span>
              <bdi>{textOf(change, network, tokens)}</bdi>
              {'token' in change && <AddressText address={change.token} isWhole />}
            </li>
          ))}
        </ul>
      )}
      <p className="changes-note">{messages.changesNow}</p>
    </section>
  )
}

function textOf(change: Change, network: Network, tokens: Tokens): string {
  const amount = change.amount < 0n ? -change.amount : change.amount
  const sign = change.amount < 0n ? '−' : '+'
  if (change.kind === 'currency') return `${sign}${formatUnits(amount, network.currency.decimals)} ${network.currency.symbol}`
  const token = tokenOf(tokens.get(change.token), network)
  return `${sign}${change.kind === 'token' ? amountOf(amount, token) : pieceOf({ id: change.id, amount }, token)}`
}

/** A token that calls itself as the chain's currency does has no name here. */
function tokenOf(token: Token | undefined, { currency }: Network): Token | undefined {
  const plain = (text: string) => text.normalize('NFKC').toLowerCase()
  if (token?.symbol === undefined || plain(token.symbol) !== plain(currency.symbol)) return token
  const { symbol: _, ...nameless } = token
  return nameless
}
