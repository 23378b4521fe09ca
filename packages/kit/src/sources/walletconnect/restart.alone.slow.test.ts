/**
 * Tests that kill the relay, the page or the phone at every step of connecting and signing, and
 * restart it with its stored data. The phone is the published client.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { argsOf } from '../../../../server/src/testing/programs.ts'
import type { ISignClient } from '@walletconnect/types'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import {
  createMemory,
  openSignClient,
} from '../../../../../services/relay/src/testing/openSignClient.ts'
import { startTestRelay } from '../../../../../services/relay/src/testing/startTestRelay.ts'
import { memoryStorage } from '../../core/storage/storage.ts'
import type { WalletConnect } from './createWalletConnect.lazy.ts'
import {
  accept,
  ask,
  granted,
  namespaces,
  propose,
  settle,
  settlementOf,
  startSite,
} from './testing/byHand.ts'
import { failureOf } from './testing/failureOf.ts'

const timeLimit = 60_000
const main = new URL('../../../../../services/relay/src/main.ts', import.meta.url)
const question = { networkId: 'eip155:31337', method: 'personal_sign', params: ['0x68'] }

// several clients run in this process
beforeEach(() => void vi.stubEnv('DISABLE_GLOBAL_CORE', 'true'))
afterEach(() => void vi.unstubAllEnvs())

const victims = ['relay', 'page', 'phone'] as const
type Victim = (typeof victims)[number]

/** A part that a test kills (`go`) and restarts. */
type Killable = { go(): Promise<unknown> | void; restart(): Promise<unknown> }

/**
 * Starts a relay in its own process. `end` kills it, as an operator's server may be killed. `begin`
 * restarts it on the same port with the same folder.
 */
async function startRelayProcess(atEnd: (end: () => Promise<void>) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-relay-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))

  async function begin(port: string) {
    const child = spawn(process.execPath, [...argsOf(main)], {
      env: { ...process.env, PORT: port, LATCHKEY_FOLDER: folder },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    const end = async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    }
    atEnd(end)
    if (!child.stdout) throw new Error('no output')
    const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
    const url: string = JSON.parse(value).url
    return { url, end }
  }

  let running = await begin('0')
  const { url } = running
  return {
    url,
    end: () => running.end(),
    /** Starts the relay again after {@link end}. */
    async begin() {
      running = await begin(new URL(url).port)
    },
  }
}

/** One relay for all tests that restart it, because each start of a process takes a second. */
let sharedRelay: Awaited<ReturnType<typeof startRelayProcess>>
const ends: (() => Promise<void>)[] = []
beforeAll(async () => void (sharedRelay = await startRelayProcess((end) => ends.push(end))))
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

async function startRelay(victim: Victim): Promise<{ url: string } & Killable> {
  if (victim !== 'relay')
    return { url: (await startTestRelay()).url, go: () => {}, restart: async () => {} }
  const { url, end, begin } = sharedRelay
  return { url, go: end, restart: begin }
}

async function startPage(url: string) {
  const storage = memoryStorage()
  const load = (): WalletConnect => startSite(url, { storage, tab: 'one' })
  const page = {
    site: load(),
    go: () => page.site.close(),
    restart: async () => void (page.site = load()),
  }
  return page
}

async function startPhone(url: string) {
  const memory = createMemory()
  const questions = new Set<number>()
  const listen = ({ events }: ISignClient) => {
    events.on('session_proposal', () => {}) // without a listener, the client writes a warning
    events.on('session_request', ({ id }) => questions.add(id))
  }
  const open = async () => {
    const { client: wallet, close } = await openSignClient('2.21.8', url, {
      memory,
      onMade: listen,
    })
    onTestFinished(close)
    return { wallet, go: close }
  }
  const phone = {
    ...(await open()),
    questions,
    restart: async () => void Object.assign(phone, await open()),
  }
  return phone
}

/** Starts relay, page and phone. `victim` is killed at the step `moment`. */
async function startStory(victim: Victim, moment: string) {
  const relay = await startRelay(victim)
  const [page, phone] = await Promise.all([startPage(relay.url), startPhone(relay.url)])
  const mortal: Killable = { relay, page, phone }[victim]
  return {
    page,
    phone,
    /**
     * Does the work of the step `name`. If that is `moment`, the victim is stopped meanwhile. A
     * relay is restarted before the work, because the published client can do nothing without it.
     */
    async during(name: string, work: () => Promise<unknown> = async () => {}) {
      if (name === moment) await mortal.go()
      if (name === moment && victim === 'relay') await mortal.restart()
      await work()
      if (name === moment && victim !== 'relay') await mortal.restart()
    },
  }
}

const moments = [
  'the phone has not seen the code',
  'the phone decides',
  'the phone approves',
  'the session stands',
  'the phone is asked',
  'the phone answers',
] as const
/** The combinations to test. The phone is not stopped during its own steps. */
const cases = victims
  .flatMap((victim) => moments.map((moment) => [victim, moment] as const))
  .filter(([victim, moment]) => victim !== 'phone' || !/approves|answers|seen/.test(moment))

test.for(cases)(
  'if the %s is gone while %s, the session still connects and signs each request once',
  { timeout: timeLimit },
  async ([victim, moment]) => {
    const { page, phone, during } = await startStory(victim, moment)
    const { uri, approval } = await page.site.propose({ namespaces })
    const connecting = approval.catch(() => undefined) // it rejects when the page is closed
    await during('the phone has not seen the code')
    await phone.wallet.pair({ uri })
    await expect.poll(() => phone.wallet.proposal.getAll().length, { timeout: timeLimit }).toBe(1)
    await during('the phone decides')
    const [proposal] = phone.wallet.proposal.getAll()
    await during('the phone approves', () =>
      phone.wallet.approve({ id: proposal?.id ?? 0, namespaces: granted }),
    )
    // if the page was killed, the next page may have the session already
    if (!(await connecting) && page.site.sessions().length === 0) {
      const again = await page.site.propose({ namespaces })
      expect(again.uri).toBe(uri)
      await again.approval
    }
    const [session] = page.site.sessions()
    const topic = session?.topic ?? ''
    expect(session).toMatchObject({ namespaces: granted })
    await during('the session stands')
    await expect
      .poll(() => phone.wallet.session.get(topic).acknowledged, { timeout: timeLimit })
      .toBe(true)

    const asking = page.site.request({ topic, ...question }).catch(() => undefined)
    await expect
      .poll(() => phone.wallet.getPendingSessionRequests().length, { timeout: timeLimit })
      .toBe(1)
    await during('the phone is asked')
    const [request] = phone.wallet.getPendingSessionRequests()
    const response = { id: request?.id ?? 0, jsonrpc: '2.0' as const, result: '0xsigned' }
    await during('the phone answers', () => phone.wallet.respond({ topic, response }))
    expect((await asking) ?? (await page.site.request({ topic, ...question }))).toBe('0xsigned')
    expect(phone.questions.size).toBe(1)
    expect(phone.wallet.getPendingSessionRequests()).toEqual([])
  },
)

test('messages that a wallet sends while the relay is down arrive after its restart', {
  timeout: timeLimit,
}, async () => {
  const relay = sharedRelay
  const site = startSite(relay.url)
  const { approval, peer, ...proposal } = await propose(site, relay.url)
  const whileGone = async (work: () => Promise<unknown>) => {
    await relay.end()
    const done = work()
    await relay.begin()
    await done
  }
  await whileGone(() => accept(peer, proposal))
  await whileGone(() =>
    ask(peer, proposal.topic, 'wc_sessionSettle', settlementOf(proposal.publicKey)),
  )
  const { topic } = await approval
  expect(await peer.next()).toMatchObject({ result: true })
  let asking: Promise<unknown> | undefined
  await whileGone(async () => {
    asking = site.request({ topic, ...question })
    const { id } = await peer.next()
    await peer.send(topic, { id, jsonrpc: '2.0', result: '0xsigned' })
  })
  expect(await asking).toBe('0xsigned')
})

test('if the relay stays down, the request times out and the session stays', {
  timeout: timeLimit,
}, async () => {
  const relay = await startRelayProcess(onTestFinished)
  const site = startSite(relay.url)
  const { topic, peer } = await settle(site, relay.url)
  const late = failureOf(site.request({ topic, ...question, ms: 1_500 }))
  await peer.next()
  await relay.end()
  expect(await late).toMatchObject({ name: 'KitError', code: 'walletTimeout' })
  expect(site.sessions()).toHaveLength(1)
})
