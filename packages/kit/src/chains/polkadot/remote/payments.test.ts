/** Payments that a wallet signs over messages: a phone, or the e-mail wallet. */
import type { NetworkId } from '@latchkey/protocol/caip'
import { spelledFor } from '@latchkey/protocol/chains/polkadotNetworks'
import { beforeEach, expect, test } from 'vitest'
import { facetOf } from '../../../core/accounts/facetOf.ts'
import type { Link } from '../../../core/contracts/connectorSource.ts'
import type { RemoteSession } from '../../../core/contracts/facets/remote.ts'
import { takeLinks } from '../../../session/links.ts'
import { reasonOf } from '../../../session/startTestKit.ts'
import { PolkadotOwner } from '../../../testing/polkadot/PolkadotOwner.ts'
import type { PolkadotOwnerOptions } from '../../../testing/polkadot/PolkadotOwner.ts'
import type { SignerPayload } from '../signer.ts'
import { newAccount } from '../startTestMoney.ts'
import { startTestNode } from '../startTestNode.ts'
import { polkadotNetwork, startTestPage, startTestPolkadot } from '../startTestPolkadot.ts'
import { createRemoteSigner } from './createRemoteSigner.ts'
import { remote } from './remote.lazy.ts'

beforeEach(() => void startTestPage())

/**
 * Starts a kit that is connected to a wallet over messages. The wallet granted its account in the
 * spelling for no special network.
 */
async function start(
  dialect: RemoteSession['dialect'],
  keyType: 'sr25519' | 'ed25519' | 'ecdsa',
  wallet: PolkadotOwnerOptions = {},
) {
  const node = await startTestNode()
  const networkId = node.networkId as NetworkId // the id of a network
  const [own, other] = [newAccount(keyType), newAccount()]
  const spelled = (address: string) => spelledFor(networkId, address) ?? ''
  node.fund(own.address, 100_000_000_000n)
  const owner = new PolkadotOwner('phone', { accounts: [own], ...wallet })
  await owner.enable()
  const { kit } = startTestPolkadot({
    networks: [polkadotNetwork(networkId, 'Polkadot Asset Hub', node.url)],
  })
  const asked: string[] = []
  const accounts = remote.readAccounts([own.address], undefined, networkId)
  const session: RemoteSession = {
    dialect,
    networkId: () => networkId,
    networkIds: () => [networkId],
    accounts: () => accounts,
    addresses: () => [own.address],
    methods: () => remote.methods,
    properties: () => undefined,
    setNetwork: () => {},
    async request(method, params) {
      const { address, transactionPayload } = params as {
        address: string
        transactionPayload: SignerPayload
      } // the kit's own request
      asked.push(`${method} ${address} ${transactionPayload.address}`)
      const { signature, signedTransaction } = await owner.signPayload(transactionPayload)
      // few phones return the whole transaction
      return dialect === 'frame' ? { signature, signedTransaction } : { signature }
    },
    requestNode: async () => undefined,
  }
  const link: Link = {
    connectorId: 'phone',
    namespace: 'polkadot',
    provider: createRemoteSigner(session),
    method: 'qrcode',
    state: () => ({ accounts, networkId }),
    subscribe: () => () => {},
    disconnect: async () => {},
    close: () => {},
  }
  takeLinks(kit, [link])
  const { previewTransfer } = await facetOf(kit, networkId, 'send')
  const { transaction } = await previewTransfer({
    networkId,
    from: spelled(own.address),
    to: { address: spelled(other.address) },
    token: { symbol: 'DOT', decimals: 10 },
    amount: 20_000_000_000n,
  })
  if (!transaction) throw new Error('The payment is possible')
  return { kit, node, own, other, asked, transaction }
}

test.each([
  ['walletConnect', 'sr25519'],
  ['walletConnect', 'ed25519'],
  ['walletConnect', 'ecdsa'],
  ['frame', 'sr25519'],
] as const)('%s, %s: a payment arrives', async (dialect, keyType) => {
  const { kit, node, own, other, asked, transaction } = await start(dialect, keyType)
  expect(await kit.sendTransaction(transaction)).toMatch(/^0x[\da-f]{64}$/)
  node.mine()
  expect(node.accountOf(other.address)?.free).toBe(20_000_000_000n)
  expect(asked).toEqual([`polkadot_signTransaction ${own.address} ${own.address}`])
})

test.each(['walletConnect', 'frame'] as const)(
  '%s: a wallet that signs another payment sends nothing',
  async (dialect) => {
    const { kit, node, other, transaction } = await start(dialect, 'sr25519', {
      replace: (payload) => ({ ...payload, tip: '0x05' }),
    })
    const reason = await reasonOf(kit.sendTransaction(transaction))
    expect(['answerInvalid', 'transactionChanged']).toContain((reason as { code: string }).code)
    node.mine()
    expect(node.accountOf(other.address)?.free ?? 0n).toBe(0n)
  },
)
