/** Tests that many honest clients with the same address stay below the default limits. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createTestClient } from './testing/createTestClient.ts'
import { createMemory, openSignClient } from './testing/openSignClient.ts'
import { openTestSocket, type TestSocket } from './testing/openTestSocket.ts'
import { startRelayProcess } from './testing/startRelayProcess.ts'
import { newTopic } from './testing/startTestRelay.ts'

// lets several clients live in one process
beforeAll(() => void vi.stubEnv('DISABLE_GLOBAL_CORE', 'true'))
afterAll(() => void vi.unstubAllEnvs())

const namespaces = {
  eip155: {
    accounts: ['eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    methods: ['personal_sign'],
    events: ['accountsChanged'],
    chains: ['eip155:1'],
  },
}
const proposed = {
  eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['accountsChanged'] },
}

async function startRelay(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-relay-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return (await startRelayProcess({ LATCHKEY_FOLDER: folder })).url
}

/**
 * The lines of the metrics that count a reached limit or an error. `overloaded` is left out,
 * because it depends on the machine.
 */
async function refusedBy(url: string): Promise<string[]> {
  const lines = (await (await fetch(`${url.replace('ws:', 'http:')}/metrics`)).text()).split('\n')
  const refusals = lines.filter(
    (line) => line.startsWith('latchkey_relay_refused_total{') && !line.includes('"overloaded"'),
  )
  return [
    ...refusals,
    ...lines.filter(
      (line) => line.startsWith('latchkey_relay_requests_total') && !line.includes('outcome="ok"'),
    ),
  ]
}

test('a published wallet and site with 100 sessions disconnect and return without a refusal', {
  timeout: 120_000,
}, async () => {
  const url = await startRelay()
  const [site, memory] = [await openSignClient('2.21.8', url), createMemory()]
  onTestFinished(site.close)
  const before = await openSignClient('2.21.8', url, { memory })
  onTestFinished(before.close)
  before.client.events.on('session_proposal', ({ id }: { id: number }) =>
    before.client.approve({ id, namespaces }).catch(() => {}),
  ) // when approving fails, `approval` below never settles
  const sessions = []
  for (let count = 0; count < 100; count += 1) {
    const { uri = '', approval } = await site.client.connect({ optionalNamespaces: proposed })
    await before.client.pair({ uri })
    sessions.push(await approval())
  }
  await before.close()
  const after = await openSignClient('2.21.8', url, { memory })
  onTestFinished(after.close)
  await Promise.all(sessions.map(({ topic }) => site.client.ping({ topic })))
  expect(await refusedBy(url)).toEqual([])
})

test('a thousand visitors at one address connect and reconnect at once without a refusal', {
  timeout: 120_000,
}, async () => {
  const url = await startRelay()
  const visitors = Array.from({ length: 1_000 }, () => ({
    client: createTestClient(),
    pairing: newTopic(),
    session: newTopic(),
  }))
  const wallet = await openTestSocket(url, createTestClient())

  const come = (
    ask: (socket: TestSocket, visitor: (typeof visitors)[number]) => Promise<unknown>,
  ) =>
    Promise.all(
      visitors.map(async (visitor) => {
        for (;;) {
          const socket = await openTestSocket(url, visitor.client)
          const isIn = await Promise.race([
            ask(socket, visitor).then(() => true),
            once(socket.socket, 'close').then(() => false),
          ])
          if (isIn) return socket
          // on a busy machine the relay refuses some sockets; published clients reconnect, too
          await wait(100)
        }
      }),
    )

  const first = await come((socket, { pairing }) =>
    socket.ask('wc_proposeSession', {
      pairingTopic: pairing,
      sessionProposal: 'x'.repeat(2_000),
      ttl: 300,
    }),
  )
  for (const { pairing, session } of visitors.slice(0, 100)) {
    await wallet.ask('irn_subscribe', { topic: pairing })
    await wallet.push()
    await wallet.ask('wc_approveSession', {
      pairingTopic: pairing,
      sessionTopic: session,
      sessionProposalResponse: 'y',
      sessionSettlementRequest: 'z'.repeat(2_000),
    })
  }
  await Promise.all(first.slice(0, 100).map((socket) => socket.push()))
  await Promise.all(first.map((socket) => socket.close()))
  const back = await come((socket, { pairing, session }) =>
    socket.ask('irn_batchSubscribe', { topics: [pairing, session] }),
  )
  const requests = back.slice(0, 100).map((socket, index) =>
    socket.ask('irn_publish', {
      topic: visitors[index]?.session,
      message: 'sign',
      ttl: 300,
      tag: 1108,
    }),
  )
  await Promise.all(requests)
  for (let count = 0; count < 100; count += 1) await wallet.push()
  await Promise.all(
    back.map((socket) => [once(socket.socket, 'close'), socket.socket.terminate()][0]),
  )
  expect(await refusedBy(url)).toEqual([])
})
