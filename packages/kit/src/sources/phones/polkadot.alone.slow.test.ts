/** Published WalletConnect clients act as wallets with four namespaces, over a real relay. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { fromBase58, toBase58 } from '@latchkey/protocol/base58'
import { bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import {
  kusamaAssetHubId,
  polkadotAssetHubId,
  spelledFor,
} from '@latchkey/protocol/chains/polkadotNetworks'
import { readSs58 } from '@latchkey/protocol/chains/ss58'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { openSignClient } from '../../../../../services/relay/src/testing/openSignClient.ts'
import { openWalletKit } from '../../../../../services/relay/src/testing/openWalletKit.ts'
import { startTestRelay } from '../../../../../services/relay/src/testing/startTestRelay.ts'
import { bitcoin } from '../../chains/bitcoin/bitcoin.ts'
import { bitcoinNetwork } from '../../chains/bitcoin/startTestBitcoin.ts'
import { evm } from '../../chains/evm/evm.ts'
import { polkadot } from '../../chains/polkadot/polkadot.ts'
import type { SignedPayload, SignerPayload } from '../../chains/polkadot/signer.ts'
import { testRuntime } from '../../chains/polkadot/testing/testMetadata.ts'
import { polkadotNetwork } from '../../chains/polkadot/startTestPolkadot.ts'
import { bytesToSign, createPayload, readPayload } from '../../chains/polkadot/wire/payload.ts'
import { isSignedBy, readSignature } from '../../chains/polkadot/wire/signature.ts'
import { solana } from '../../chains/solana/solana.ts'
import { systemClock } from '../../core/page/clock.ts'
import { verifySignature } from '../../domains/siwx/server/verify/verifySignature.ts'
import { startTestKit } from '../../session/startTestKit.ts'
import { bitcoinAccounts } from '../../testing/bitcoin/bitcoinAccounts.ts'
import { signBip322 } from '../../testing/bitcoin/signText.ts'
import { polkadotAccounts } from '../../testing/polkadot/polkadotAccounts.ts'
import { PolkadotOwner } from '../../testing/polkadot/PolkadotOwner.ts'

let relay: string
const ends: (() => Promise<void>)[] = []
beforeAll(async () => {
  vi.stubEnv('DISABLE_GLOBAL_CORE', 'true') // several clients run in this process
  vi.stubGlobal('WebSocket', WebSocket)
  relay = (await startTestRelay({}, (end) => ends.unshift(end))).url
})
afterAll(async () => {
  for (const end of ends) await end()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

const cluster = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const eip155 = 'eip155:1'
/** One account of each kind of key. The first one signs texts. */
const shared = polkadotAccounts(9).filter((_, index) => index === 0 || index > 6)
const on = (networkId: string, index = 0) =>
  spelledFor(networkId, shared[index]?.address ?? '') ?? ''
const polkadotIds = [polkadotAssetHubId, kusamaAssetHubId]

/** The accounts of a phone, and its answers to the requests of a page. */
function createKeys() {
  const evmAccount = privateKeyToAccount(generatePrivateKey())
  const secret = ed25519.utils.randomSecretKey()
  const onSolana = toBase58(ed25519.getPublicKey(secret))
  const payment = bitcoinAccounts(1)[0]?.payment
  if (!payment) throw new Error('There is an account')
  const owner = new PolkadotOwner('phone', { accounts: shared })
  const ready = owner.enable()
  const sign: Record<string, (params: Record<string, string>) => unknown> = {
    solana_signMessage: ({ message = '' }) => ({
      signature: toBase58(ed25519.sign(fromBase58(message), secret)),
    }),
    signMessage: ({ message = '' }) => ({
      address: payment.address,
      signature: signBip322(payment, message, 'regtest'),
    }),
    polkadot_signMessage: async ({ address = '', message = '' }) => ({
      signature: await owner.signRaw(address, new TextEncoder().encode(message)),
    }),
    polkadot_signTransaction: ({ transactionPayload }) =>
      owner.signPayload(transactionPayload as unknown as SignerPayload), // as the page made it
  }
  return {
    addresses: { eip155: evmAccount.address, solana: onSolana, bip122: payment.address },
    namespaces: {
      eip155: {
        accounts: [`${eip155}:${evmAccount.address}`],
        methods: ['personal_sign', 'eth_sendTransaction'],
        events: ['accountsChanged', 'chainChanged'],
      },
      solana: {
        accounts: [`${cluster}:${onSolana}`],
        methods: ['solana_signMessage'],
        events: [],
      },
      bip122: {
        accounts: [`${bitcoinRegtestId}:${payment.address}`],
        methods: ['signMessage'],
        events: [],
      },
      polkadot: {
        accounts: polkadotIds.flatMap((id) => shared.map((_, index) => `${id}:${on(id, index)}`)),
        methods: ['polkadot_signTransaction', 'polkadot_signMessage'],
        events: ['accountsChanged'],
      },
    },
    async answer({ method, params }: Request): Promise<unknown> {
      await ready
      if (method === 'personal_sign')
        return evmAccount.signMessage({ message: { raw: (params as [`0x${string}`])[0] } })
      return sign[method]?.(params as Record<string, string>)
    },
  }
}

/** A request of a page: each method has its own `params`. */
type Request = { method: string; params: unknown }
type Keys = ReturnType<typeof createKeys>
/** A wallet that approves the proposal in a code, and answers requests. */
type Phone = { scan(uri: string): void; proposed: () => readonly string[] }
/** The events of both clients. */
type Proposal = { id: number; params: { optionalNamespaces: object } }
type WalletRequest = { topic: string; id: number; params: { request: Request; chainId: string } }

const result = (id: number, value: unknown) => ({ id, jsonrpc: '2.0', result: value })

async function openClient(keys: Keys): Promise<Phone> {
  const { client, close } = await openSignClient('2.21.8', relay)
  onTestFinished(close)
  let proposed: string[] = []
  client.events.on('session_proposal', ({ id, params }: Proposal) => {
    proposed = Object.keys(params.optionalNamespaces)
    void client.approve({ id, namespaces: keys.namespaces })
  })
  client.events.on('session_request', async ({ topic, id, params }: WalletRequest) => {
    await client.respond({ topic, response: result(id, await keys.answer(params.request)) })
  })
  return { scan: (uri) => void client.pair({ uri }), proposed: () => proposed }
}

async function openKit(keys: Keys): Promise<Phone> {
  const { wallet, close } = await openWalletKit(relay)
  onTestFinished(close)
  let proposed: string[] = []
  wallet.on('session_proposal', ({ id, params }) => {
    proposed = Object.keys(params.optionalNamespaces)
    void wallet.approveSession({ id, namespaces: keys.namespaces })
  })
  wallet.on('session_request', async ({ topic, id, params }) => {
    const response = result(id, await keys.answer(params.request))
    await wallet.respondSessionRequest({ topic, response })
  })
  return { scan: (uri) => void wallet.pair({ uri }), proposed: () => proposed }
}

test.each([
  ['sign-client 2.21.8', openClient],
  ['WalletKit 1.2.10', openKit],
] as const)(
  'a wallet with %s serves four namespaces by one code',
  async (_, open) => {
    const keys = createKeys()
    const phone = await open(keys)
    const { kit } = startTestKit({
      services: { relay },
      clock: systemClock,
      networks: [
        mainnet,
        {
          id: cluster.slice('solana:'.length),
          name: 'Solana',
          namespace: 'solana',
          nativeCurrency: { name: 'Sol', symbol: 'SOL', decimals: 9 },
          rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
        },
        polkadotNetwork(polkadotAssetHubId),
        polkadotNetwork(kusamaAssetHubId, 'Kusama Asset Hub'),
        bitcoinNetwork(bitcoinRegtestId.slice('bip122:'.length), 'Bitcoin'),
      ],
      adapters: [evm(), solana(), bitcoin(), polkadot()],
    })
    await kit.connect({
      connectorId: 'walletConnect',
      onPairing: ({ uri, isReady }) => isReady && phone.scan(uri),
    })
    expect(phone.proposed().toSorted()).toEqual(['bip122', 'eip155', 'polkadot', 'solana'])
    await vi.waitFor(() =>
      expect(Object.values(kit.getState().sessions).map((session) => session?.status)).toEqual([
        'connected',
        'connected',
        'connected',
        'connected',
      ]),
    )

    // a text in each namespace
    const addresses = { ...keys.addresses, polkadot: on(polkadotAssetHubId) }
    const chains = {
      eip155,
      solana: cluster,
      bip122: bitcoinRegtestId,
      polkadot: polkadotAssetHubId,
    }
    for (const namespace of ['eip155', 'solana', 'bip122', 'polkadot'] as const) {
      const signature = await kit.signMessage({ message: 'hello', namespace })
      const address = addresses[namespace]
      const claim = { chainId: chains[namespace], address, message: 'hello', signature }
      expect(await verifySignature(claim, {}), namespace).toBe(true)
    }

    // transactions of each kind of key, on both networks, with the network's spelling
    const runtime = await testRuntime()
    for (const networkId of polkadotIds) {
      await kit.switchNetwork({ networkId })
      const session = kit.getState().sessions.polkadot
      expect(session && 'current' in session && session.current.accounts[0]?.address).toBe(
        on(networkId),
      )
      for (const [index, { key }] of shared.entries()) {
        const payload = createPayload(runtime, {
          address: on(networkId, index),
          call: Uint8Array.of(0, 0, 4, 1),
          genesisHash: `0x${networkId.slice('polkadot:'.length)}${'0'.repeat(32)}`,
          blockHash: `0x${'12'.repeat(32)}`,
          height: 1_234,
          nonce: index,
        })
        // the cast: the kit answers so (`answerMethod.lazy.ts`)
        const signed = (await kit.request({
          method: 'polkadot_signTransaction',
          params: { address: payload.address, transactionPayload: payload },
          namespace: 'polkadot',
        })) as SignedPayload
        const signature = readSignature(signed.signature)
        expect(signature?.keyType).toBe(key.type)
        expect(
          signature &&
            isSignedBy(
              readSs58(payload.address)?.key ?? new Uint8Array(),
              signature,
              bytesToSign(readPayload(runtime, payload)),
            ),
        ).toBe(true)
      }
    }
  },
  120_000,
)
