import { formatAccountId } from '@latchkey/protocol/caip'
import type { NetworkId } from '@latchkey/protocol/caip'
import { kusamaAssetHubId } from '@latchkey/protocol/chains/polkadotNetworks'
import type { PolkadotKeyType } from '@latchkey/protocol/chains/polkadotKeys'
import { vi } from 'vitest'
import { testConformance } from '../conformance.ts'
import { startTestMoney } from './startTestMoney.ts'
import type { TestNodeOptions } from './startTestNode.ts'

/** Waits longer than the default of one second, because a busy machine is slow. */
const waiting = { timeout: 20_000 }

const start =
  (keyType: PolkadotKeyType, node: TestNodeOptions = {}) =>
  async () => {
    const {
      kit,
      clock,
      accountId,
      friend,
      other,
      wallet,
      node: running,
    } = await startTestMoney({
      keyType,
      node,
    })
    return {
      kit,
      accountId,
      friend,
      // without a special network
      friendSpelling: other.address,
      native: { symbol: 'DOT', decimals: 10 },
      wrong: {
        address: `${friend.slice(0, -1)}${friend.endsWith('q') ? 'p' : 'q'}`,
        // the cast: it is the id of a network
        account: formatAccountId(kusamaAssetHubId as NetworkId, other.address),
      },
      async settle() {
        await vi.waitFor(() => {
          running.mine()
          clock.advance(4_000)
          if (kit.getState().pending?.some(({ status }) => status === 'pending'))
            throw new Error('It still waits')
        }, waiting)
      },
      answer: (how: 'approve' | 'refuse') => void wallet.setBehaviour(how),
    }
  }

testConformance('Polkadot, sr25519', start('sr25519'), { hasTokens: false })
testConformance('Polkadot, ed25519, blocks on demand', start('ed25519', { isHeld: true }), {
  hasTokens: false,
})
testConformance('Polkadot, ecdsa, an old runtime', start('ecdsa', { isOld: true }), {
  hasTokens: false,
})
