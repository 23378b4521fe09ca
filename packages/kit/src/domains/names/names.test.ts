import * as fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { reasonOf } from '../../session/startTestKit.ts'
import { resolveName, checkName, namesOf, registerName, suggestNames } from './actions.ts'
import { manualClock } from '../../testing/manualClock.ts'
import { sendJson, startTestServer } from '../../core/testing/startTestServer.ts'
import { identityQuery } from '../identity/identityQuery.ts'
import { serveNames, startTestNames } from './startTestNames.ts'
import { contextOf } from '../../core/kit/context.ts'

const api = serveNames()
beforeEach(() => void startTestPage())

let made = 0
const freeLabel = () => `tester-${(made += 1)}`

/** A kit with the real API. `breaks` decides whether a request or its answer gets lost. */
async function start({
  breaks = () => undefined,
  ...options
}: Omit<Parameters<typeof startTestNames>[0], 'fetch'> & {
  breaks?: (method: string, path: string) => 'request' | 'answer' | undefined
} = {}) {
  const posted: string[] = []
  const through: typeof fetch = async (input, init) => {
    const how = breaks(init?.method ?? 'GET', new URL(String(input)).pathname)
    if (init?.method === 'POST') posted.push(String(init.body))
    if (how === 'request') throw new TypeError('Failed to fetch')
    const response = await fetch(input, init)
    if (how === 'answer') throw new TypeError('Failed to fetch')
    return response
  }
  const started = await startTestNames({ services: { api: api.url() }, fetch: through, ...options })
  /** Moves the clock by each of these waits, as soon as the kit has begun to wait. */
  const passWaits = async (...waits: readonly number[]) => {
    for (const [at, ms] of waits.entries()) {
      await started.clock.scheduled(ms, waits.slice(0, at + 1).filter((one) => one === ms).length)
      started.clock.advance(ms)
    }
  }
  return { ...started, posted, passWaits }
}
/**
 * A kit whose clock is `ms` ahead of the service's clock. A test can change `skewed.ms`. With
 * `isSilent`, the service's answers do not report its time.
 */
async function startOff(ms: number, { isSilent = false } = {}) {
  const clock = manualClock()
  const skewed = { ms }
  const through: typeof fetch = async (input, init) => {
    const { status, headers, ...response } = await fetch(input, init).then(async (answer) => ({
      status: answer.status,
      headers: new Headers(answer.headers),
      body: await answer.text(),
    }))
    if (isSilent) headers.delete('date')
    return new Response(response.body, { status, headers })
  }
  return {
    ...(await startTestNames({
      services: { api: api.url() },
      fetch: through,
      clock: { ...clock, now: () => clock.now() + skewed.ms },
    })),
    clock,
    off: skewed,
  }
}
/**
 * The waits between the attempts of two requests: of a request that is repeated three times, then
 * of a request that is repeated once.
 */
const allWaits = [150, 300, 600, 150] as const

test('registering a name needs one signature, and the name appears everywhere at once', async () => {
  const { kit, account, requests, clock, storage } = await start()
  const label = freeLabel()
  const name = `${label}.reown.id`
  expect(await checkName(kit, { label })).toBe('free')
  expect(await namesOf(kit, { address: account.address })).toEqual([])
  expect(await registerName(kit, { label: label.toUpperCase() })).toEqual({
    name,
    registeredAt: '2026-01-01T00:00:00.000Z',
  })
  expect(requests).toEqual([
    `{"name":"${name}","service":"${new URL(contextOf(kit).api?.apiUrl ?? '').host}","attributes":{},"timestamp":${clock.now() / 1_000}}`,
  ])
  expect(kit.getState().profileNames).toEqual({ [account.address.toLowerCase()]: name })
  expect(await resolveName(kit, name)).toEqual({
    status: 'found',
    name,
    address: account.address,
    isBorrowed: false,
  })
  expect(await namesOf(kit, { address: account.address })).toEqual([
    { name, registeredAt: '2026-01-01T00:00:00.000Z' },
  ])
  expect(await checkName(kit, { label: `${label}.reown.id` })).toBe('own')
  expect(
    (await contextOf(kit).queries()).client.getQueryData(
      identityQuery(kit, account.address).queryKey,
    ),
  ).toEqual({ name })
  // the stored identity is deleted, so that it is requested again
  expect(storage.getItem('@latchkey/identity-cache')).toBeNull()
})

test('after a second registration, the first name is still the shown name', async () => {
  const { kit, account } = await start()
  const [first, second] = [freeLabel(), freeLabel()]
  await registerName(kit, { label: first })
  await namesOf(kit, { address: account.address })
  await registerName(kit, { label: second })
  expect((await namesOf(kit, { address: account.address })).map(({ name }) => name)).toEqual([
    `${first}.reown.id`,
    `${second}.reown.id`,
  ])
  expect(Object.values(kit.getState().profileNames ?? {})).toEqual([`${first}.reown.id`])
  expect(
    (await contextOf(kit).queries()).client.getQueryData(
      identityQuery(kit, account.address).queryKey,
    ),
  ).toEqual({ name: `${first}.reown.id` })
})

test('a name of another account is `taken`, and registering it fails with the service’s reason', async () => {
  const label = freeLabel()
  const { kit, requests } = await start()
  expect(await checkName(kit, { label })).toBe('free')
  await registerName((await start()).kit, { label })
  expect(await checkName(kit, { label })).toBe('taken')
  expect(await suggestNames(kit, { label })).toContainEqual({
    name: `${label}.reown.id`,
    label,
    isTaken: true,
  })
  expect(await reasonOf(registerName(kit, { label }))).toMatchObject({
    code: 'nameNotRegistered',
    message: `Error registering name ${label}.reown.id`,
    details: `Name is already registered: ${label}.reown.id`,
    status: 400,
  })
  expect(kit.getState().profileNames).toBeUndefined()
  expect(await reasonOf(registerName(kit, { label }))).toMatchObject({ code: 'nameNotRegistered' })
  expect(requests).toHaveLength(2) // after the service's refusal, a new message is signed
})

test('names are registered in the zone that the site sets', async () => {
  const { kit, requests } = await start({ features: { names: { zone: 'wcn.id' } } })
  const label = freeLabel()
  expect(await registerName(kit, { label: `${label}.wcn.id` })).toMatchObject({
    name: `${label}.wcn.id`,
  })
  expect(requests[0]).toContain(`"${label}.wcn.id"`)
  const { kit: other } = await start({ features: { names: { zone: 'example.id' } } })
  expect(await reasonOf(registerName(other, { label }))).toMatchObject({
    code: 'nameNotRegistered',
    status: 400,
  })
  expect(await reasonOf(registerName(other, { label: `${label}.reown.id` }))).toMatchObject({
    details: 'Can only contain letters, numbers and - characters',
  })
})

test('if the answer is lost, the repeated request finds the name registered', async () => {
  let lost = 0
  const { kit, posted, requests, passWaits } = await start({
    breaks: (method) => (method === 'POST' && (lost += 1) === 1 ? 'answer' : undefined),
  })
  const label = freeLabel()
  const registering = registerName(kit, { label })
  await passWaits(150)
  expect(await registering).toMatchObject({ name: `${label}.reown.id` })
  expect(new Set(posted).size).toBe(1)
  expect([posted.length, requests.length]).toEqual([2, 1])
})

test('if the service is unreachable after signing, the same signed message is sent again', async () => {
  let isBroken = false
  const { kit, posted, requests, clock, passWaits } = await start({
    breaks: () => (isBroken ? 'request' : undefined),
    beforeSigning: () => void (isBroken = requests.length === 1),
  })
  const label = freeLabel()
  const failing = reasonOf(registerName(kit, { label }))
  await passWaits(...allWaits)
  expect(await failing).toMatchObject({
    code: 'nameNotRegistered',
    status: undefined,
    details: undefined,
  })
  isBroken = false
  clock.advance(4 * 60_000)
  expect(await registerName(kit, { label })).toMatchObject({ name: `${label}.reown.id` })
  expect(requests).toHaveLength(1)
  expect(new Set(posted).size).toBe(1)
})

test('a signed message older than its validity is signed again', async () => {
  let isBroken = false
  const { kit, posted, requests, clock, passWaits } = await start({
    breaks: () => (isBroken ? 'request' : undefined),
    beforeSigning: () => void (isBroken = requests.length === 1),
  })
  const label = freeLabel()
  const failing = reasonOf(registerName(kit, { label }))
  await passWaits(...allWaits)
  await failing
  isBroken = false
  const old = posted.length
  clock.advance(6 * 60_000)
  api.pass(6 * 60_000)
  expect(await registerName(kit, { label })).toMatchObject({ name: `${label}.reown.id` })
  expect(requests).toHaveLength(2)
  expect(posted.slice(old)).toHaveLength(1)
  api.pass(-6 * 60_000)
})

const day = 86_400_000

test('with a visitor’s clock up to thirty days wrong, a name is registered with one signature', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: -30 * day, max: 30 * day }),
      fc.boolean(),
      async (ms, isChecked) => {
        const { kit, requests, clock } = await startOff(ms)
        const label = freeLabel()
        if (isChecked) await checkName(kit, { label })
        expect(await registerName(kit, { label })).toMatchObject({ name: `${label}.reown.id` })
        expect(
          requests.map((message) => (JSON.parse(message) as { timestamp: number }).timestamp),
        ).toEqual([clock.now() / 1_000])
      },
    ),
    {
      numRuns: 25,
      examples: [
        [5 * 60_000 + 1_000, false],
        [-301_000, true],
        [30 * day, true],
        [-30 * day, false],
        [0, true],
      ],
    },
  )
})

test('a name is registered if the clock is corrected after the check', async () => {
  const { kit, off: skewed } = await startOff(40 * 60_000)
  const label = freeLabel()
  expect(await checkName(kit, { label })).toBe('free')
  skewed.ms = 0
  expect(await registerName(kit, { label })).toMatchObject({ name: `${label}.reown.id` })
})

test('the date of a cached answer is not used as the current time', async () => {
  const clock = manualClock()
  const old = {
    'cache-control': 'max-age=290',
    date: new Date(clock.now() - 250_000).toUTCString(),
  }
  const through: typeof fetch = async (input, init) =>
    String(input).includes('moby.eth') ? Response.json([], { headers: old }) : fetch(input, init)
  const { kit, requests } = await startTestNames({
    services: { api: api.url() },
    fetch: through,
    clock,
  })
  const label = freeLabel()
  await checkName(kit, { label })
  await reasonOf(resolveName(kit, 'moby.eth'))
  await registerName(kit, { label })
  expect(
    requests.map((message) => (JSON.parse(message) as { timestamp: number }).timestamp),
  ).toEqual([clock.now() / 1_000])
})

test('without a date from the service, the visitor’s clock is used', async () => {
  const { kit } = await startOff(10 * 60_000, { isSilent: true })
  expect(await reasonOf(registerName(kit, { label: freeLabel() }))).toMatchObject({
    code: 'nameNotRegistered',
    status: 400,
    details: expect.stringMatching(/timestamp/),
  })
  const right = await startOff(0, { isSilent: true })
  expect(await registerName(right.kit, { label: freeLabel() })).toMatchObject({
    registeredAt: '2026-01-01T00:00:00.000Z',
  })
})

test('if the service is unreachable before signing, nothing is signed', async () => {
  const { kit, requests, passWaits } = await start({ breaks: () => 'request' })
  const failing = reasonOf(registerName(kit, { label: freeLabel() }))
  await passWaits(150)
  expect(await failing).toMatchObject({
    code: 'nameNotRegistered',
    status: undefined,
    details: undefined,
  })
  expect(requests).toEqual([])
})

test('if the visitor takes too long to sign, nothing is sent', async () => {
  const slow = { wait: async () => {} }
  const { kit, posted, clock } = await start({ beforeSigning: () => slow.wait() })
  slow.wait = async () => clock.advance(4 * 60_000)
  expect(await reasonOf(registerName(kit, { label: freeLabel() }))).toMatchObject({
    code: 'walletTimeout',
  })
  expect(posted).toEqual([])
})

test('if the computer slept during signing, nothing is sent', async () => {
  let slept = 0
  const clock = manualClock()
  const { kit, posted } = await start({
    clock: { ...clock, now: () => clock.now() + slept },
    beforeSigning: () => void (slept = 5 * 60_000),
  })
  expect(await reasonOf(registerName(kit, { label: freeLabel() }))).toMatchObject({
    code: 'walletTimeout',
  })
  expect(posted).toEqual([])
})

test('a refused or aborted signature sends nothing', async () => {
  const refuses = await start({
    beforeSigning: () => Promise.reject(Object.assign(new Error('no'), { code: 4001 })),
  })
  expect(await reasonOf(registerName(refuses.kit, { label: freeLabel() }))).toMatchObject({
    code: 'userRejected',
  })
  const hangs = await start({ beforeSigning: () => new Promise(() => {}) })
  const controller = new AbortController()
  const registering = reasonOf(
    registerName(hangs.kit, { label: freeLabel(), signal: controller.signal }),
  )
  await expect.poll(() => hangs.requests.length).toBe(1)
  controller.abort()
  expect(await registering).toMatchObject({ code: 'requestAborted' })
  expect([...refuses.posted, ...hangs.posted]).toEqual([])
})

test.each([
  [
    'a wallet without a login',
    { type: 'injected' } as const,
    { code: 'addressOrConnectorMissing', message: 'Address or auth connector not found' },
  ],
  [
    'a network that the site does not name',
    { networkId: 'eip155:77' } as const,
    { code: 'networkNotFound', message: 'Network not found' },
  ],
  [
    'a network without a coin type',
    { chains: [{ id: 2 ** 31, name: 'Far', rpcUrl: 'http://127.0.0.1:1' }] as const },
    { code: 'actionNotAllowed' },
  ],
  [
    'a site without an API',
    { services: {} },
    { code: 'actionNotAllowed', details: 'The site has no API.' },
  ],
])('registering a name fails without a signature: %s', async (_, options, error) => {
  const { kit, requests, posted } = await start(options)
  expect(await reasonOf(registerName(kit, { label: freeLabel() }))).toMatchObject(error)
  expect([...requests, ...posted]).toEqual([])
})

test.each([
  ['abc', 'Name must be at least 4 characters long'],
  ['', 'Name must be at least 4 characters long'],
  ['a_b_c', 'Can only contain letters, numbers and - characters'],
  ['аlice', 'Can only contain letters, numbers and - characters'],
  ['alice.reown.id.reown.id', 'Can only contain letters, numbers and - characters'],
  ['a'.repeat(65), 'Name must be at most 64 characters long'],
])('the label %j is refused before a signature', async (label, details) => {
  const { kit, requests, posted } = await start()
  expect(await reasonOf(registerName(kit, { label }))).toMatchObject({
    code: 'nameNotRegistered',
    details,
  })
  expect(await reasonOf(checkName(kit, { label }))).toMatchObject({
    code: 'nameUnresolved',
    details,
  })
  expect([...requests, ...posted]).toEqual([])
})

test('errors of lookup, suggestions and list have the specified texts and the service’s reason', async () => {
  const { kit } = await start()
  expect(await reasonOf(suggestNames(kit, { label: 'ab' }))).toMatchObject({
    message: 'Error fetching name suggestions',
    status: 400,
    details: expect.stringMatching(/at least 3/),
  })
  expect(await reasonOf(namesOf(kit, { address: 'nonsense' }))).toMatchObject({
    message: 'Error fetching names for address',
    status: 400,
    details: 'Invalid address',
  })
  expect(await reasonOf(resolveName(kit, 'a.b.reown.id'))).toMatchObject({
    message: 'Error resolving name',
    status: 400,
  })
})

test('only names that can be registered and have no invisible characters are shown', async () => {
  const names = [
    'fine-name.reown.id',
    'Loud-Name.reown.id',
    'other-zone.example',
    'bare-label',
    'a.b.reown.id',
    'sixth-name.reown.id',
  ]
  const record = { registered_at: null, updated_at: null, attributes: null, addresses: {} }
  const server = await startTestServer((response, { url }) =>
    sendJson(
      response,
      url.pathname.includes('/suggestions/')
        ? { suggestions: names.map((name) => ({ name, registered: false })) }
        : ['seen.reown.id', 'hid\u200bden.reown.id'].map((name) => ({ ...record, name })),
    ),
  )
  const { kit, account } = await start({ services: { api: server.url } })
  expect(await suggestNames(kit, { label: 'Fine-Name.reown.id' })).toEqual([
    { name: 'fine-name.reown.id', label: 'fine-name', isTaken: false },
  ])
  expect(server.requests.at(-1)?.url).toMatchObject({
    pathname: '/v1/profile/suggestions/fine-name',
  })
  expect(server.requests.at(-1)?.url.searchParams.get('zone')).toBe('reown.id')
  expect(await namesOf(kit, { address: account.address })).toEqual([{ name: 'seen.reown.id' }])
})

test('a request for the names of an account has the account as `sender`', async () => {
  const requests: URL[] = []
  const { kit, account } = await startTestNames({
    services: { api: api.url() },
    fetch: (input, init) => (requests.push(new URL(String(input))), fetch(input, init)),
  })
  await namesOf(kit, { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })
  expect(
    requests.find(({ pathname }) => pathname.includes('/reverse/'))?.searchParams.get('sender'),
  ).toBe(account.address)
})
