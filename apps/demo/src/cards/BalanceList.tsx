import { useBalances } from 'latchkey/react'
import { showAmount } from '../amounts.ts'

const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })

/**
 * The account's tokens. While the API does not answer, the last known tokens are shown with a note.
 */
export function BalanceList() {
  const balances = useBalances()
  if (balances.status === 'pending') return <p className="hint">Looking…</p>
  const { data } = balances

  return (
    <>
      {balances.status === 'error' && (
        <p className="hint">
          {data
            ? `Last known at ${new Date(balances.updatedAt).toLocaleTimeString()}.`
            : 'Nobody could tell the balance.'}{' '}
          <button type="button" className="quiet" onClick={balances.refetch}>
            Try again
          </button>
        </p>
      )}
      {data?.length === 0 && <p className="hint">Nothing here yet.</p>}
      {data && data.length > 0 && (
        <ul className="balances">
          {data.map(({ id, symbol, name, quantity, value }) => (
            <li key={id}>
              <span>
                {showAmount(quantity)} {symbol}
              </span>
              <span className="hint">{value === undefined ? name : dollars.format(value)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
