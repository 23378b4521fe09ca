/**
 * Tests of a phone that connects and signs in at once. A published WalletConnect client acts as the
 * wallet, over a real relay.
 */
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { WebSocket } from 'ws'
import {
  openSignClient,
  toolsOf,
} from '../../../../../services/relay/src/testing/openSignClient.ts'
import { startTestRelay } from '../../../../../services/relay/src/testing/startTestRelay.ts'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { reasonOf } from '../../session/startTestKit.ts'
import { systemClock } from '../../core/page/clock.ts'
import { accountOf } from '../../core/kit/state.ts'
import { startTestSignIn } from '../../domains/siwx/startTestSignIn.ts'
import { contextOf } from '../../core/kit/context.ts'

const { populateAuthPayload, buildAuthObject } = toolsOf('2.21.8')

let relay: string
const ends: (() => Promise<void>)[] = []
beforeAll(async () => {
  vi.stubEnv('DISABLE_GLOBAL_CORE', 'true') // several clients run in this process
  vi.stubGlobal('WebSocket', WebSocket)
  relay = (await startTestRelay({}, (end) => ends.unshift(end))).url
})
beforeEach(() => void startTestPage())
afterAll(async () => {
  for (const end of ends) await end()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

/**
 * Starts a phone that signs one message for each of these networks, in this order, and shares its
 * account on all of them.
 */
async function startPhone(networks: readonly string[]) {
  const signer = privateKeyToAccount(generatePrivateKey())
  const { client, close } = await openSignClient('2.21.8', relay)
  onTestFinished(close)
  client.events.once('session_authenticate', async ({ id, params }) => {
    const payload = populateAuthPayload({
      authPayload: params.authPayload,
      chains: ['eip155:31337', 'eip155:31338'],
      methods: ['personal_sign'],
    })
    const auths = networks.map(async (network) => {
      const iss = `did:pkh:${network}:${signer.address}`
      return buildAuthObject(
        payload,
        {
          t: 'eip191',
          s: await signer.signMessage({
            message: client.formatAuthMessage({ request: payload, iss }),
          }),
        },
        iss,
      )
    })
    await client.approveSessionAuthenticate({ id, auths: await Promise.all(auths) })
  })
  return { client, address: signer.address }
}

/** Starts a site that accepts each nonce once. */
async function startSite() {
  const started = await startTestSignIn({
    isRequired: true,
    services: { relay },
    clock: systemClock,
  })
  const { kit, site } = started
  const spent = new Set<string>()
  const { addSession } = site.siwx
  site.siwx.addSession = async (session) => {
    if (spent.has(session.data.nonce)) throw new Error('The nonce was used before')
    spent.add(session.data.nonce)
    return addSession(session)
  }
  await vi.waitFor(() => expect(contextOf(kit).signInOnConnect).toBeDefined())
  /** Shows a code, and connects the phone that reads it. */
  async function connect({ client }: Awaited<ReturnType<typeof startPhone>>) {
    const uri = await new Promise<string>((resolve, reject) => {
      const connecting = reasonOf(
        kit.connect({
          connectorId: 'walletConnect',
          onPairing: (pairing) => pairing.isReady && resolve(pairing.uri),
        }),
      )
      void connecting.then(reject)
    })
    await client.pair({ uri })
    return started.until(
      (state) =>
        accountOf(state) !== undefined &&
        Object.values(state.siwx ?? {}).some(
          (status) => status === 'signedIn' || status === 'signedOut',
        ),
    )
  }
  return { ...started, connect }
}

test.each<[string, readonly string[]]>([
  ['the visitor’s network first', ['eip155:31337', 'eip155:31338']],
  ['another one first', ['eip155:31338', 'eip155:31337']],
])(
  'after a phone has signed for every network (%s), the visitor is signed in on the current network',
  async (_, networks) => {
    const site = await startSite()
    const phone = await startPhone(networks)
    const { siwx } = await site.connect(phone)
    expect(siwx).toEqual({ [`eip155:31337:${phone.address}`]: 'signedIn' })
  },
  30_000,
)

test('if a phone signs for another network only, the kit selects that network and requests no second signature', async () => {
  const site = await startSite()
  const phone = await startPhone(['eip155:31338'])
  const state = await site.connect(phone)
  expect(accountOf(state)?.networkId).toBe('eip155:31338')
  expect(state.siwx).toEqual({ [`eip155:31338:${phone.address}`]: 'signedIn' })
}, 30_000)
