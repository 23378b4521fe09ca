import { spelledFor } from '@latchkey/protocol/chains/polkadotNetworks'
import type { PolkadotKeyType } from '@latchkey/protocol/chains/polkadotKeys'
import { onTestFinished } from 'vitest'
import type { KitOptions } from '../../core/options/options.ts'
import { polkadotAccountOf } from '../../testing/polkadot/polkadotAccounts.ts'
import type { PolkadotWalletOptions } from '../../testing/polkadot/polkadotWallet.ts'
import { startTestNode } from './startTestNode.ts'
import type { TestNodeOptions } from './startTestNode.ts'
import {
  polkadotNetwork,
  startTestPage,
  startTestPolkadot,
  startTestPolkadotWallet,
} from './startTestPolkadot.ts'
import type { TestAccount } from './testing/TestLedger.ts'

/** The number of keys so far. Each test gets new ones. */
let keyCount = 0

/** Creates an account that no earlier test has used. */
export function newAccount(type: PolkadotKeyType = 'sr25519') {
  const seed = new Uint8Array(32).fill(5)
  new DataView(seed.buffer).setUint32(0, ++keyCount)
  return polkadotAccountOf(seed, { type })
}

/**
 * What a test starts with. `amount` is the sender's balance in planck, `parts` the other parts of
 * its account, `minimum` whether the friend holds the minimum.
 */
export type TestFunds = {
  amount?: bigint
  parts?: Partial<TestAccount>
  hasMinimum?: boolean
  keyType?: PolkadotKeyType
  node?: TestNodeOptions
  wallet?: PolkadotWalletOptions
  options?: Partial<KitOptions>
}

/** Starts a kit on a test node. Its wallet holds coins, and there is a recipient. */
export async function startTestMoney({
  amount = 100_000_000_000n,
  parts,
  hasMinimum = true,
  keyType,
  node: nodeOptions,
  wallet: walletOptions,
  options,
}: TestFunds = {}) {
  startTestPage()
  const node = await startTestNode(nodeOptions)
  const { networkId, url } = node
  const [own, other] = [newAccount(keyType), newAccount()]
  const spelled = (address: string) => spelledFor(networkId, address) ?? address
  const [me, friend] = [spelled(own.address), spelled(other.address)]
  node.fund(me, amount, parts)
  if (hasMinimum) node.fund(friend, node.deposit)
  const wallet = startTestPolkadotWallet({ accounts: [own], ...walletOptions })
  const started = startTestPolkadot({
    networks: [polkadotNetwork(networkId, 'Polkadot Asset Hub', url)],
    ...options,
  })
  const { kit } = started
  const [connector] = kit.getState().connectors
  const { accountId } = await kit.connect({ connectorId: connector?.id ?? '' })
  onTestFinished(() => kit.disconnect())
  return { ...started, node, networkId, accountId, wallet, me, friend, own, other }
}
