import { appLink, rememberWallet } from 'latchkey'
import type { Wallet } from 'latchkey'
import { useConnect, useKit } from 'latchkey/react'
import { encodeQR } from 'qr'
import { useState } from 'react'
import { TaskStatus } from '../cards/TaskStatus.tsx'
import { useTask } from '../useTask.ts'
import { useCatalogue } from './useCatalogue.ts'

/**
 * Finds a wallet in the catalogue, then shows its QR code and the link that opens it, for the
 * connection and for every later request.
 */
export function PayByPhone() {
  const [search, setSearch] = useState('')
  const [uri, setUri] = useState<string>()
  const [wallet, setWallet] = useState<Wallet>()
  const kit = useKit()
  const catalogue = useCatalogue(search)
  const connect = useConnect()
  const { task, start, stop } = useTask(async ({ signal }, chosen: Wallet | undefined) => {
    setWallet(chosen)
    return connect({
      connectorId: 'walletConnect',
      wallet: chosen,
      signal,
      onPairing: (pairing) => setUri(pairing.uri),
    }).finally(() => setUri(undefined))
  }, 'Waiting for the phone.')

  if (uri && task.status === 'waiting') {
    const link = wallet && appLink(wallet, uri)
    return (
      <div className="code">
        <img
          alt={`Code for ${wallet?.name ?? 'any wallet'}`}
          width={240}
          height={240}
          src={`data:image/svg+xml,${encodeURIComponent(encodeQR(uri, 'svg'))}`}
        />
        {link && (
          <a
            className="open"
            href={link.href}
            target={link.isTab ? '_blank' : undefined}
            rel={link.isTab ? 'noopener' : undefined}
            onClick={() => rememberWallet(kit, wallet)}
          >
            Open {wallet.name}
          </a>
        )}
        <button type="button" className="quiet" onClick={stop}>
          Another wallet
        </button>
      </div>
    )
  }

  const { wallets: found, count } =
    catalogue.status === 'ready' ? catalogue : { wallets: [], count: 0 }
  return (
    <>
      <label className="field">
        Wallet
        <input
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          placeholder="Any that reads a code"
        />
      </label>
      {catalogue.status === 'failed' && (
        <p className="hint">The catalogue does not answer. A code works all the same.</p>
      )}
      {found.length > 0 && (
        <ul className="picks" aria-label={`${count} wallets`}>
          {found.map((wallet) => (
            <li key={wallet.id}>
              <button type="button" className="secondary" onClick={() => void start(wallet)}>
                {wallet.image_url && (
                  <img src={wallet.image_url} alt="" width={24} height={24} loading="lazy" />
                )}
                {wallet.name}
              </button>
            </li>
          ))}
        </ul>
      )}
      <button type="button" onClick={() => void start(undefined)}>
        Show a code
      </button>
      <TaskStatus task={task} onStop={stop} refusal="Nothing was shared.">
        {() => <p>Connected.</p>}
      </TaskStatus>
    </>
  )
}
