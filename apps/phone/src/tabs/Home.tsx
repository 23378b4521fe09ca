import type { PhoneState } from '../phone/phoneState.ts'
import { shortAddress } from '../phone/shortAddress.ts'
import type { OpenSheet } from '../Screen.tsx'
import { ChevronIcon, ScanIcon } from '../ui/icons.tsx'
import { Monogram } from '../ui/Monogram.tsx'
import { Balance } from './Balance.tsx'
import { SolanaRow } from './SolanaRow.tsx'

/** The account in use, a button to connect, and the connected sites. */
export function Home({ state, onOpen }: { state: PhoneState; onOpen: (sheet: OpenSheet) => void }) {
  const { accounts, chain, connections, selected, tasks } = state
  // a finished task may have changed the balance
  const since = tasks.filter(({ status }) => status === 'done').length
  const label = accounts.find(({ address }) => address === selected)?.label ?? 'Account'

  return (
    <>
      <section className="card" aria-label="Account in use">
        <button type="button" className="row plain" onClick={() => onOpen({ type: 'accounts' })}>
          <Monogram name={label} round />
          <span className="row-text">
            <span>{label}</span>
            <small className="mono">{shortAddress(selected)}</small>
          </span>
          <ChevronIcon />
        </button>
        <Balance key={`${chain.id}:${selected}`} chain={chain} address={selected} since={since} />
        <button type="button" className="chip" onClick={() => onOpen({ type: 'networks' })}>
          {chain.name}
        </button>
        <SolanaRow state={state} since={since} onOpen={() => onOpen({ type: 'accounts' })} />
      </section>

      <button
        type="button"
        className="button primary wide"
        onClick={() => onOpen({ type: 'pair' })}
      >
        <ScanIcon />
        Scan or paste
      </button>

      <section aria-labelledby="sites">
        <h2 id="sites">Connected sites</h2>
        {connections.length === 0 ? (
          <p className="hint">
            None yet. On a site, choose to connect with a phone, then scan its code or paste it
            here.
          </p>
        ) : (
          <ul className="list">
            {connections.map(({ topic, site }) => (
              <li key={topic}>
                <button
                  type="button"
                  className="row"
                  onClick={() => onOpen({ type: 'connection', topic })}
                >
                  <Monogram name={site.name} />
                  <span className="row-text">
                    <span>{site.name}</span>
                    <small>{site.host}</small>
                  </span>
                  <ChevronIcon />
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}
