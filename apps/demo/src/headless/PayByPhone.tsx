import type { Wallet } from 'latchkey'
import { useConnect } from 'latchkey/react'
import { useState } from 'react'
import { TaskStatus } from '../cards/TaskStatus.tsx'
import { useTask } from '../useTask.ts'
import { PairingCode } from './PairingCode.tsx'
import { useCatalogue } from './useCatalogue.ts'
import { WalletSearch } from './WalletSearch.tsx'

/**
 * Connects a wallet on a phone. The visitor chooses a wallet of the catalogue, or none. Then a QR
 * code is shown, and, for a chosen wallet, also the link that opens it.
 */
export function PayByPhone() {
  const [search, setSearch] = useState('')
  const catalogue = useCatalogue(search)
  const [uri, setUri] = useState<string>()
  const [wallet, setWallet] = useState<Wallet>()
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

  if (uri && task.status === 'waiting')
    return <PairingCode uri={uri} wallet={wallet} onStop={stop} />
  return (
    <>
      <WalletSearch
        search={search}
        onSearch={setSearch}
        catalogue={catalogue}
        onChoose={(chosen) => void start(chosen)}
      />
      <button type="button" onClick={() => void start(undefined)}>
        Show a code
      </button>
      <TaskStatus task={task} onStop={stop} refusal="Nothing was shared.">
        {() => <p>Connected.</p>}
      </TaskStatus>
    </>
  )
}
