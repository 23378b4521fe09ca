import type { DevelopmentWallet as Wallet } from 'latchkey/testing'
import { useId, useState, useSyncExternalStore } from 'react'
import type { Chain } from 'viem'
import { shortAddress } from '../amounts.ts'
import type { Settings } from '../settings.ts'
import { BehaviourChoice } from './BehaviourChoice.tsx'
import { listed, nameOfNamespace } from '../otherNetworks.ts'
import type { OtherNetworks } from '../otherNetworks.ts'
import { useDevelopmentWallet } from './useDevelopmentWallet.ts'
import './wallet.css'

/**
 * A button in the corner that opens the wallet's settings. With them every behaviour of a wallet
 * can be tried.
 */
export function DevelopmentWallet({
  networks,
  others,
  settings,
}: {
  networks: readonly Chain[]
  others: OtherNetworks
  settings: Settings
}) {
  const wallet = useDevelopmentWallet(networks, others, settings)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (!wallet || settings.wallet !== 'ask') return null

  return (
    <aside className="wallet" aria-label="Development wallet">
      {isOpen && (
        <Drawer
          id={id}
          wallet={wallet}
          others={listed(others).map(({ namespace }) => nameOfNamespace[namespace])}
        />
      )}
      <button
        type="button"
        className="pill"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <img src={wallet.info.icon} alt="" width="24" height="24" />
        Development wallet
        <Waiting wallet={wallet} />
      </button>
    </aside>
  )
}

const enumerated = new Intl.ListFormat('en')

function Waiting({ wallet }: { wallet: Wallet }) {
  const { pending } = useWalletState(wallet)
  return pending.length > 0 ? <span className="count">{pending.length} waiting</span> : null
}

function Drawer({ id, wallet, others }: { id: string; wallet: Wallet; others: readonly string[] }) {
  const state = useWalletState(wallet)
  const { accounts, chain, chains, pending, permitted, postponed, selected } = state
  const fieldId = useId()

  return (
    <div id={id} className="drawer">
      <p>Stands in for a browser extension. Its keys are public and its money is not real.</p>
      {others.length > 0 && (
        <p>
          It has accounts on {enumerated.format(others)}, too. The account and the network below are
          those of Ethereum.
        </p>
      )}
      <BehaviourChoice behaviour={state.behaviour} onChange={wallet.setBehaviour} />
      <label htmlFor={`${fieldId}-account`}>Account</label>
      <select
        id={`${fieldId}-account`}
        value={selected[0]}
        onChange={({ target }) =>
          wallet.selectAccount(
            accounts.flatMap(({ address }) => (address === target.value ? address : [])),
          )
        }
      >
        {accounts.map(({ address, label }) => (
          <option key={address} value={address}>
            {label}, {shortAddress(address)}
          </option>
        ))}
      </select>
      <label htmlFor={`${fieldId}-chain`}>Network</label>
      <select
        id={`${fieldId}-chain`}
        value={chain.id}
        onChange={({ target }) => wallet.switchChain(Number(target.value))}
      >
        {chains.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {postponed.length > 0 && pending.length > 0 && (
        <button type="button" onClick={wallet.present}>
          Show what was put off
        </button>
      )}
      <button type="button" disabled={permitted.length === 0} onClick={wallet.disconnect}>
        {permitted.length === 0 ? 'No site is connected' : 'Disconnect this site'}
      </button>
    </div>
  )
}

function useWalletState({ subscribe, getState }: Wallet) {
  return useSyncExternalStore(subscribe, getState)
}
