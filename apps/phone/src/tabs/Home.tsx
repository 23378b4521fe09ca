import { Button } from '@latchkey/ui/Button.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { RowButton } from '@latchkey/ui/Row.tsx'
import type { PhoneState } from '../phone/phoneState.ts'
import { shortAddress } from '../phone/shortAddress.ts'
import { Balance } from './Balance.tsx'
import { SolanaRow } from './SolanaRow.tsx'

/** A sheet over the tabs that the person opened. */
export type OpenSheet =
  | { type: 'accounts' }
  | { type: 'networks' }
  | { type: 'pair' }
  | { type: 'connection'; topic: string }

/** The account in use, a button to connect, and the connected sites. */
export function Home({ state, onOpen }: { state: PhoneState; onOpen: (sheet: OpenSheet) => void }) {
  const { accounts, chain, connections, selected, tasks } = state
  // a finished task may have changed the balance, so it is read again
  const since = tasks.filter(({ status }) => status === 'done').length
  const label = accounts.find(({ address }) => address === selected)?.label ?? 'Account'

  return (
    <>
      <section className="card" aria-label="Account in use">
        <RowButton
          icon={<Picture name={label} size={40} shape="round" />}
          title={label}
          detail={<span className="mono">{shortAddress(selected)}</span>}
          end={<Icon name="chevronRight" />}
          onClick={() => onOpen({ type: 'accounts' })}
        />
        <Balance key={`${chain.id}:${selected}`} chain={chain} address={selected} since={since} />
        <button type="button" className="chip" onClick={() => onOpen({ type: 'networks' })}>
          {chain.name}
        </button>
        <SolanaRow state={state} since={since} onOpen={() => onOpen({ type: 'accounts' })} />
      </section>

      <Button variant="primary" onClick={() => onOpen({ type: 'pair' })}>
        <Icon name="scan" />
        Scan or paste
      </Button>

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
                <RowButton
                  icon={<Picture name={site.name} size={40} />}
                  title={site.name}
                  detail={site.host}
                  end={<Icon name="chevronRight" />}
                  onClick={() => onOpen({ type: 'connection', topic })}
                />
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}
