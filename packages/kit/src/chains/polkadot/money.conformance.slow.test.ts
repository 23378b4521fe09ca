import { formatAccountId } from '@latchkey/protocol/caip'
import type { NetworkId } from '@latchkey/protocol/caip'
import { kusamaAssetHubId, spelledFor } from '@latchkey/protocol/chains/polkadotNetworks'
import type { PolkadotKeyType } from '@latchkey/protocol/chains/polkadotKeys'
import { afterAll, beforeAll, onTestFinished, vi } from 'vitest'
import { startPolkadotChain } from '../../../../../devnet/src/polkadot/startPolkadotChain.ts'
import type { PolkadotChain } from '../../../../../devnet/src/polkadot/startPolkadotChain.ts'
import { testConformance } from '../conformance.ts'
import { newAccount } from './startTestMoney.ts'
import {
  polkadotNetwork,
  startTestPage,
  startTestPolkadot,
  startTestPolkadotWallet,
} from './startTestPolkadot.ts'

let chain: PolkadotChain
beforeAll(async () => void (chain = await startPolkadotChain({ port: 0 })), 120_000)
afterAll(() => chain.close())

/** The minimum that an account of the chain has to hold, in planck. */
const deposit = 3_333_333n

const start = (keyType: PolkadotKeyType) => async () => {
  startTestPage()
  const [own, other] = [newAccount(keyType), newAccount()]
  // the cast: it is the id of the devnet's network
  const networkId = chain.networkId as NetworkId
  const friend = spelledFor(networkId, other.address) ?? ''
  await chain.fund(own.address, 100_000_000_000n)
  await chain.fund(other.address, deposit)
  const wallet = startTestPolkadotWallet({ accounts: [own] })
  const { kit, clock } = startTestPolkadot({
    networks: [polkadotNetwork(networkId, 'Polkadot Devnet', chain.url)],
  })
  const [connector] = kit.getState().connectors
  const { accountId } = await kit.connect({ connectorId: connector?.id ?? '' })
  onTestFinished(() => kit.disconnect())
  return {
    kit,
    accountId,
    friend,
    friendSpelling: spelledFor(kusamaAssetHubId, other.address) ?? '',
    native: { symbol: 'DOT', decimals: 10 },
    wrong: {
      address: `${friend.slice(0, -1)}${friend.endsWith('q') ? 'p' : 'q'}`,
      // the cast: it is the id of a network
      account: formatAccountId(kusamaAssetHubId as NetworkId, other.address),
    },
    async settle() {
      await vi.waitFor(
        () => {
          clock.advance(4_000)
          if (kit.getState().pending?.some(({ status }) => status === 'pending'))
            throw new Error('It still waits')
        },
        { timeout: 20_000, interval: 200 },
      )
    },
    answer: (how: 'approve' | 'refuse') => void wallet.setBehaviour(how),
  }
}

for (const keyType of ['sr25519', 'ed25519', 'ecdsa'] as const)
  testConformance(`Polkadot on the devnet, ${keyType}`, start(keyType), { hasTokens: false })
