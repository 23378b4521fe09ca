/** Published WalletConnect clients act as wallets with Bitcoin, over a real relay. */
import { bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { fromBase64 } from '@latchkey/protocol/base64'
import { toHex } from '@latchkey/protocol/hex'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { openSignClient } from '../../../../../services/relay/src/testing/openSignClient.ts'
import { openWalletKit } from '../../../../../services/relay/src/testing/openWalletKit.ts'
import { startTestRelay } from '../../../../../services/relay/src/testing/startTestRelay.ts'
import { bitcoin } from '../../chains/bitcoin/bitcoin.ts'
import { bitcoinNetwork } from '../../chains/bitcoin/startTestBitcoin.ts'
import { systemClock } from '../../core/page/clock.ts'
import { verifyBitcoin } from '../../domains/siwx/server/verify/verifyBitcoin.ts'
import { startTestKit } from '../../session/startTestKit.ts'
import { bitcoinAccounts } from '../../testing/bitcoin/bitcoinAccounts.ts'
import { signBip322 } from '../../testing/bitcoin/signText.ts'

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

const [account] = bitcoinAccounts(1)
if (!account) throw new Error('There is an account')
const { payment, ordinals } = account
const entryOf = ({ address, publicKey }: typeof payment, intention: string) => ({
  address,
  publicKey: toHex(publicKey),
  intention,
})
const entries = [entryOf(payment, 'payment'), entryOf(ordinals, 'ordinal')]
const namespaces = {
  bip122: {
    accounts: [`${bitcoinRegtestId}:${payment.address}`],
    methods: ['getAccountAddresses', 'signMessage', 'signPsbt', 'sendTransfer'],
    events: ['bip122_addressesChanged'],
  },
}

type Request = { topic: string; id: number; text: string }
/** A wallet that has read the code of the page. */
type Phone = {
  /** Approves the proposal in the code. */
  approve(uri: string, sessionProperties: Record<string, string>): void
  onRequest(answer: (request: Request) => void): void
  respond(request: Request, result: unknown): void
}

async function openClient(): Promise<Phone> {
  const { client, close } = await openSignClient('2.21.8', relay)
  onTestFinished(close)
  return {
    approve(uri, sessionProperties) {
      client.events.once('session_proposal', ({ id }: { id: number }) => {
        void client.approve({ id, namespaces, sessionProperties })
      })
      void client.pair({ uri })
    },
    onRequest: (answer) =>
      void client.events.on(
        'session_request',
        ({ topic, id, params }: { topic: string; id: number; params: { request: unknown } }) =>
          answer({ topic, id, text: textIn(params.request) }),
      ),
    respond: ({ topic, id }, result) =>
      void client.respond({ topic, response: { id, jsonrpc: '2.0', result } }),
  }
}

async function openKit(): Promise<Phone> {
  const { wallet, close } = await openWalletKit(relay)
  onTestFinished(close)
  return {
    approve(uri, sessionProperties) {
      wallet.on('session_proposal', ({ id }) => {
        void wallet.approveSession({ id, namespaces, sessionProperties })
      })
      void wallet.pair({ uri })
    },
    onRequest: (answer) =>
      void wallet.on('session_request', ({ topic, id, params }) =>
        answer({ topic, id, text: textIn(params.request) }),
      ),
    respond: ({ topic, id }, result) =>
      void wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result } }),
  }
}

const textIn = (request: unknown): string =>
  (request as { params: { message: string } }).params.message // the only request of the test

test.each([
  ['sign-client 2.21.8, a list of addresses, signatures in hex', openClient, entries, toHex],
  [
    'WalletKit 1.2.10, addresses by purpose, signatures in base64',
    openKit,
    { payment: entries },
    undefined,
  ],
] as const)(
  'a wallet with %s shares its addresses and signs',
  async (_, open, property, encode) => {
    const phone = await open()
    phone.onRequest((request) => {
      const signature = signBip322(payment, request.text, 'regtest')
      phone.respond(request, {
        address: payment.address,
        signature: encode ? encode(fromBase64(signature)) : signature,
      })
    })
    const { kit } = startTestKit({
      services: { relay },
      clock: systemClock,
      networks: [bitcoinNetwork(bitcoinRegtestId.slice('bip122:'.length), 'Bitcoin')],
      adapters: [bitcoin()],
    })
    await kit.connect({
      connectorId: 'walletConnect',
      onPairing: ({ uri, isReady }) =>
        isReady && phone.approve(uri, { bip122_getAccountAddresses: JSON.stringify(property) }),
    })
    const accounts = () => {
      const session = kit.getState().sessions.bip122
      return session && 'current' in session ? session.current.accounts : []
    }
    expect(accounts()).toEqual([
      { address: payment.address, publicKey: toHex(payment.publicKey), purpose: 'payment' },
      { address: ordinals.address, publicKey: toHex(ordinals.publicKey), purpose: 'ordinals' },
    ])
    const claim = { chainId: bitcoinRegtestId, address: payment.address, message: 'hello' }
    const signature = await kit.signMessage({ message: claim.message })
    expect(await verifyBitcoin({ ...claim, signature })).toBe(true)
  },
  60_000,
)
