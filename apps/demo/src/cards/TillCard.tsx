import { useState } from 'react'
import type { Chain } from 'viem'
import { shortAddress, showAmount } from '../amounts.ts'
import { useTransfers } from '../useTransfers.ts'
import { Card } from './Card.tsx'

/**
 * Shows the Transfer events of every token on the chain while the visitor has the till switched on.
 */
export function TillCard({ chain }: { chain: Chain }) {
  const [isWatching, setWatching] = useState(false)
  return (
    <Card
      title="At the till"
      lead={`Every token that moves on ${chain.name}, as it happens.`}
      calls="viem: watchEvent(Transfer)"
    >
      <button
        type="button"
        className="secondary"
        aria-pressed={isWatching}
        onClick={() => setWatching(!isWatching)}
      >
        {isWatching ? 'Stop watching' : 'Watch live'}
      </button>
      {isWatching && <Transfers key={chain.id} chain={chain} />}
    </Card>
  )
}

function Transfers({ chain }: { chain: Chain }) {
  const { transfers, hasFailed } = useTransfers(chain)
  return (
    <div role="log" aria-label="Transfers">
      {hasFailed && <p className="hint">The chain does not answer. Still trying.</p>}
      {!hasFailed && transfers.length === 0 && (
        <p className="hint live">Waiting for the next one. Tip in a token to make one happen.</p>
      )}
      <ul className="transfers">
        {transfers.map(({ id, amount, symbol, from, to, block }) => (
          <li key={id}>
            <strong>
              {showAmount(amount)} {symbol}
            </strong>
            <span className="mono">
              {shortAddress(from)} → {shortAddress(to)}
            </span>
            <span className="hint">block {String(block)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
