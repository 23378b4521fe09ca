import type { WalletChain } from 'latchkey/testing'
import { readDevnet } from '../readDevnet.ts'
import type { Settings } from '../settings.ts'
import { openAccounts } from './accounts.ts'
import { openClient } from './client.ts'
import { createQueue } from './createQueue.ts'
import { createPhone } from './createPhone.ts'
import type { Phone } from './createPhone.ts'
import { createStore } from './createStore.ts'
import { holdTab } from './holdTab.ts'
import { recall, remember } from './memory.ts'
import { networksOf } from './networks.ts'
import { bitcoinChainsOf, firstBitcoin } from './bitcoin/bitcoinAccounts.ts'
import type { BitcoinChain } from './bitcoin/bitcoinAccounts.ts'
import { firstPolkadot } from './polkadot/polkadotAccounts.ts'
import { polkadotChainsOf } from './polkadot/polkadotChains.ts'
import type { PolkadotChain } from './polkadot/polkadotChains.ts'
import { solanaChainsOf } from './solana/solanaChains.ts'
import type { SolanaChain } from './solana/solanaChains.ts'
import { sentenceOf } from './parts.ts'
import { firstSolana } from './solana/solanaKeys.ts'
import type { Account, PhoneState } from './phoneState.ts'

/**
 * Starts the phone: finds the devnet, takes the phone over from older tabs, and loads its keys and
 * sessions.
 * @throws Error with a sentence for people if the devnet or the relay is not running
 */
export async function startPhone({ relay, pairing }: Settings): Promise<Phone> {
  const devnet = await readDevnet()
  const relayUrl = relay ?? devnet.relay
  if (!relayUrl) throw new Error('Nobody said where the relay is.')
  const networks = networksOf(devnet)
  const { wallet, accounts, first } = openAccounts()

  const store = createStore(
    firstState({
      networks,
      solana: solanaChainsOf(devnet),
      bitcoin: bitcoinChainsOf(devnet),
      polkadot: polkadotChainsOf(devnet),
      accounts,
      first,
      problems: devnet.problems,
    }),
  )
  const newerTab = new AbortController()
  await holdTab(() => newerTab.abort())
  const client = await openClient(relayUrl)
  const phone = createPhone({ client, store, wallet, queue: createQueue(store) })
  const leave = () => {
    store.set({ status: 'elsewhere', questions: [] })
    void phone.close()
  }
  if (newerTab.signal.aborted) leave()
  else newerTab.signal.addEventListener('abort', leave)
  remember(store, new Set(networks.map(({ id }) => id)))
  if (pairing !== undefined)
    phone
      .pair(pairing)
      .catch((error: unknown) => store.set({ notice: { kind: 'bad', text: sentenceOf(error) } }))
  return phone
}

type Found = {
  networks: readonly [WalletChain, ...WalletChain[]]
  solana: readonly SolanaChain[]
  bitcoin: readonly BitcoinChain[]
  polkadot: readonly PolkadotChain[]
  accounts: readonly Account[]
  first: `0x${string}`
  /** A sentence for each network that is left out. */
  problems: readonly string[]
}

/** The stored state, or a new one. */
function firstState({ networks, accounts, first, problems, ...others }: Found): PhoneState {
  const memory = recall()
  const chains = [
    ...networks,
    ...memory.added.filter(({ id }) => networks.every((one) => one.id !== id)),
  ]
  const accountOf = (kind: Account['namespace'], stored: string | undefined) =>
    accounts.find(({ address, namespace }) => namespace === kind && address === stored)
  const storedAccount = accountOf('eip155', memory.selected)
  const storedSolanaAccount = accountOf('solana', memory.selectedSolana)
  const storedBitcoinAccount = accountOf('bip122', memory.selectedBitcoin)
  const storedPolkadotAccount = accountOf('polkadot', memory.selectedPolkadot)
  return {
    status: 'here',
    online: true,
    isRelayConnected: false,
    behaviour: memory.behaviour ?? 'ask',
    batches: memory.batches ?? true,
    accounts,
    selected: storedAccount ? `0x${storedAccount.address.slice(2)}` : first,
    selectedSolana: storedSolanaAccount?.address ?? firstSolana,
    selectedBitcoin: storedBitcoinAccount?.address ?? firstBitcoin,
    selectedPolkadot: storedPolkadotAccount?.address ?? firstPolkadot,
    chains,
    ...others,
    chain: chains.find(({ id }) => id === memory.chainId) ?? networks[0],
    connections: [],
    questions: [],
    tasks: memory.tasks,
    notice: problems.length > 0 ? { kind: 'bad', text: problems.join(' ') } : undefined,
  }
}
