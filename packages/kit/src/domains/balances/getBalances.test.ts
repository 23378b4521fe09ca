import { formatAccountId, formatNetworkId } from '@latchkey/protocol/caip'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { addressOf } from '../../../../../devnet/src/accounts.ts'
import { startDevnet } from '../../../../../devnet/src/startDevnet.ts'
import type { Devnet } from '../../../../../devnet/src/startDevnet.ts'
import { chainOfDeployment } from '../../../../../devnet/src/chainOfDeployment.ts'
import { createApi } from '../../../../../services/api/src/createApi.ts'
import type { Api } from '../../../../../services/api/src/createApi.ts'
import { evm } from '../../chains/evm/evm.ts'
import { networkOf, reasonOf, startTestKit } from '../../session/startTestKit.ts'
import type { AdapterFactory } from '../../core/contracts/adapter.ts'
import { KitError } from '../../core/errors/KitError.ts'
import { sendJson, startTestServer } from '../../core/testing/startTestServer.ts'
import type { TestAnswer } from '../../core/testing/startTestServer.ts'
import { getBalances } from './getBalances.lazy.ts'

let devnet: Devnet
let api: Api
let apiUrl: string

beforeAll(async () => {
  devnet = await startDevnet({ ports: 'free' })
  const [first] = devnet.chains
  if (!first) throw new Error('The devnet has two chains')
  // without `loopDelay`: an API on a busy machine would refuse requests. The kit would then wait
  // for its clock, which this test does not move
  api = createApi({
    chains: [chainOfDeployment(first.deployment, first.url)],
    limits: { loopDelay: false },
  })
  apiUrl = (await api.listen({ port: 0 })).url
}, 60_000)
afterAll(async () => void (await Promise.all([api.close(), devnet.close()])))

const everyday = addressOf('everyday user')
const emptyAccount = '0x00000000000000000000000000000000000000bb'
const onFirst = (address: string) => formatAccountId(formatNetworkId('eip155', 31_337), address)
const onSecond = (address: string) => formatAccountId(formatNetworkId('eip155', 31_338), address)

/** A site's options for the devnet, with all tokens of the devnet. */
function site() {
  const chains = devnet.chains.map(({ chainId, url, deployment }) =>
    networkOf({ id: chainId, name: deployment.name, rpcUrl: url }),
  )
  const tokens = Object.fromEntries(
    devnet.chains.map(({ networkId, deployment }) => [networkId, deployment.tokens]),
  )
  const [first, ...rest] = chains
  if (!first) throw new Error('The devnet has two chains')
  return { networks: [first, ...rest] as const, tokens }
}

const startSite = (options: Parameters<typeof startTestKit>[0] = {}) => {
  const { networks, tokens } = site()
  return startTestKit({ networks: [...networks], tokens, ...options })
}

test('without an API, balances come from the chain, exact and without prices', async () => {
  const { kit } = startSite()
  const balances = await getBalances(kit, { accountId: onFirst(everyday) })
  expect(balances[0]).toMatchObject({
    id: 'eip155:31337',
    symbol: 'ETH',
    decimals: 18,
    quantity: expect.stringMatching(/^\d+(\.\d*[1-9])?$/),
  })
  const usdc = balances.find(({ symbol }) => symbol === 'USDC')
  expect(usdc).toMatchObject({
    id: expect.stringMatching(/^eip155:31337:0x[0-9a-fA-F]{40}$/),
    address: expect.stringMatching(/^0x/),
    decimals: 6,
  })
  expect(balances.length).toBeGreaterThan(2)
  expect(balances.every(({ price, value }) => price === undefined && value === undefined)).toBe(
    true,
  )
})

test('with an API, the amounts are the same and have prices and values', async () => {
  const [overChain, overApi] = await Promise.all([
    getBalances(startSite().kit, { accountId: onFirst(everyday) }),
    getBalances(startSite({ services: { api: apiUrl } }).kit, { accountId: onFirst(everyday) }),
  ])
  const amounts = (balances: typeof overApi) =>
    Object.fromEntries(
      balances.map(({ symbol, quantity, decimals }) => [symbol, [quantity, decimals]]),
    )
  expect(amounts(overApi)).toEqual(amounts(overChain))
  const eth = overApi.find(({ symbol }) => symbol === 'ETH')
  expect(eth?.address).toBeUndefined()
  expect(eth?.value).toBeCloseTo(Number(eth?.quantity) * (eth?.price ?? 0), 6)
})

test('if the API could not read everything, `onPartial` is called and the other balances are listed', async () => {
  const [first] = devnet.chains
  if (!first) throw new Error('The devnet has two chains')
  const token = `0x${'ab'.repeat(20)}`
  const node = await startTestServer(async (response, { body }) => {
    if (body.includes(token.slice(2)))
      return sendJson(response, {
        jsonrpc: '2.0',
        id: 1,
        error: { code: -32603, message: 'Internal error' },
      })
    return sendJson(
      response,
      await (
        await fetch(first.url, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json' },
        })
      ).json(),
    )
  })
  const lacking = createApi({ chains: [chainOfDeployment(first.deployment, node.url)] })
  onTestFinished(() => lacking.close())
  const { kit } = startSite({ services: { api: (await lacking.listen({ port: 0 })).url } })
  const reports: string[] = []
  const ask = (name: string, forceUpdate: readonly string[]) =>
    getBalances(kit, {
      accountId: onFirst(everyday),
      forceUpdate,
      onPartial: () => reports.push(name),
    })
  expect((await ask('whole', [])).map(({ symbol }) => symbol)).toContain('USDC')
  expect(reports).toEqual([])
  expect((await ask('in part', [`eip155:31337:${token}`])).map(({ symbol }) => symbol)).toContain(
    'USDC',
  )
  expect(reports).toEqual(['in part'])
})

test('a network that the API does not serve is read from the chain', async () => {
  const { kit } = startSite({ services: { api: apiUrl } })
  const balances = await getBalances(kit, { accountId: onSecond(everyday) })
  expect(balances[0]).toMatchObject({ id: 'eip155:31338', symbol: 'ETH' })
  expect(balances[0]).not.toHaveProperty('price')
})

test('tokens with a balance of zero are not listed', async () => {
  for (const options of [{}, { services: { api: apiUrl } }])
    expect(await getBalances(startSite(options).kit, { accountId: onFirst(emptyAccount) })).toEqual(
      [],
    )
})

test('getBalances fails with `tokenBalanceUnavailable` on a network outside the site’s options', async () => {
  expect(
    await reasonOf(
      getBalances(startSite().kit, {
        accountId: formatAccountId(formatNetworkId('eip155', 5), emptyAccount),
      }),
    ),
  ).toMatchObject({
    code: 'tokenBalanceUnavailable',
    message: 'Token Balance Unavailable',
    cause: { code: 'networkNotFound' },
  })
})

/**
 * Returns the error with which a task rejects. Moves the clock meanwhile, so that the kit's retries
 * happen.
 */
async function whileTrying(
  clock: { advance(ms: number): void },
  task: Promise<unknown>,
): Promise<unknown> {
  let reason: unknown
  void reasonOf(task).then((reports) => (reason = reports))
  await expect
    .poll(() => {
      clock.advance(100)
      return reason
    })
    .toBeDefined()
  return reason
}

test('if the node is down, getBalances fails instead of returning an empty list', async () => {
  const { kit, clock } = startTestKit({ customRpcUrls: { 'eip155:31337': ['http://127.0.0.1:1'] } })
  expect(
    await whileTrying(clock, getBalances(kit, { accountId: onFirst(everyday) })),
  ).toMatchObject({ code: 'tokenBalanceUnavailable' })
})

test('a token that cannot be read is missing from the list, and `onPartial` is called', async () => {
  const node = await startTestServer((response, { body }) => {
    const { id, method } = JSON.parse(body)
    sendJson(
      response,
      method === 'eth_getBalance'
        ? { jsonrpc: '2.0', id, result: '0x1' }
        : { jsonrpc: '2.0', id, error: { code: 3, message: 'execution reverted' } },
    )
  })
  const tokens = {
    'eip155:31337': [{ address: emptyAccount, name: 'Flour', symbol: 'FLR', decimals: 2 }],
  } as const
  const { kit } = startTestKit({ customRpcUrls: { 'eip155:31337': [node.url] }, tokens })
  let isPartial = false
  const balances = await getBalances(kit, {
    accountId: onFirst(everyday),
    onPartial: () => (isPartial = true),
  })
  expect(isPartial).toBe(true)
  expect(balances.map(({ symbol }) => symbol)).toEqual(['ETH'])
})

test.each(['0x', null, '', 'lots', 5, `0x${'f'.repeat(65)}`])(
  'if a node answers %j, getBalances fails with `tokenBalanceUnavailable`',
  async (result) => {
    const node = await startTestServer((response) =>
      sendJson(response, { jsonrpc: '2.0', id: 1, result }),
    )
    const { kit } = startTestKit({ customRpcUrls: { 'eip155:31337': [node.url] } })
    expect(await reasonOf(getBalances(kit, { accountId: onFirst(everyday) }))).toMatchObject({
      code: 'tokenBalanceUnavailable',
    })
  },
)

const supported: TestAnswer = (response) => sendJson(response, { http: ['eip155:31337'], ws: [] })

/** Starts an API that serves the first network and returns the given balances. */
async function startApi(balance: TestAnswer, chains = supported) {
  const server = await startTestServer((response, request) =>
    (request.url.pathname === '/v1/supported-chains' ? chains : balance)(response, request),
  )
  return { ...server, ...startTestKit({ services: { api: server.url }, projectId: 'shop' }) }
}

test('getBalances requests the networks of the API once, and each balance for one account on one network in dollars', async () => {
  const { kit, requests } = await startApi((response) => sendJson(response, { balances: [] }))
  const token = onFirst(emptyAccount)
  await getBalances(kit, { accountId: onFirst(everyday) })
  await getBalances(kit, { accountId: onFirst(everyday), forceUpdate: [token, token] })
  expect(requests.map(({ url }) => url.pathname)).toEqual([
    '/v1/supported-chains',
    `/v1/account/${everyday}/balance`,
    `/v1/account/${everyday}/balance`,
  ])
  expect(Object.fromEntries(requests[1]?.url.searchParams ?? [])).toEqual({
    projectId: 'shop',
    st: 'latchkey',
    sv: expect.any(String),
    currency: 'usd',
    chainId: 'eip155:31337',
  })
  expect(requests[2]?.url.searchParams.get('forceUpdate')).toBe(`${token},${token}`)
})

const row = {
  name: 'Flour',
  symbol: 'FLR',
  address: onFirst(emptyAccount),
  value: 3,
  price: 2,
  quantity: { decimals: '2', numeric: '1.5' },
  iconUrl: '',
}

test('rows of the API are read, long names are cut and zero balances are dropped', async () => {
  const { kit } = await startApi((response) =>
    sendJson(response, {
      balances: [
        row,
        { ...row, quantity: { decimals: '2', numeric: '0' } },
        {
          ...row,
          name: 'a'.repeat(1_000),
          symbol: 'b'.repeat(1_000),
          address: undefined,
          iconUrl: 'https://example.org/a.svg',
        },
      ],
    }),
  )
  expect(await getBalances(kit, { accountId: onFirst(everyday) })).toEqual([
    {
      id: row.address,
      name: 'Flour',
      symbol: 'FLR',
      address: emptyAccount,
      decimals: 2,
      quantity: '1.5',
      price: 2,
      value: 3,
      iconUrl: undefined,
    },
    {
      id: 'eip155:31337',
      name: `${'a'.repeat(63)}…`,
      symbol: `${'b'.repeat(63)}…`,
      address: undefined,
      decimals: 2,
      quantity: '1.5',
      price: 2,
      value: 3,
      iconUrl: 'https://example.org/a.svg',
    },
  ])
})

test('the currency is sent to the API; a refused currency and an outage give different errors', async () => {
  let refused: string | undefined
  const { kit, requests } = await startApi((response) =>
    refused === undefined
      ? sendJson(response, { balances: [row] })
      : sendJson(
          response,
          { status: 'FAILED', reasons: [{ field: refused, description: 'Refused' }] },
          400,
        ),
  )
  expect(await getBalances(kit, { accountId: onFirst(everyday), currency: 'eur' })).toMatchObject([
    { value: 3 },
  ])
  expect(requests.at(-1)?.url.searchParams.get('currency')).toBe('eur')
  refused = 'currency'
  expect(
    await reasonOf(getBalances(kit, { accountId: onFirst(everyday), currency: 'eur' })),
  ).toMatchObject({ code: 'httpFailed', status: 400 })
  expect(await reasonOf(getBalances(kit, { accountId: onFirst(everyday) }))).toMatchObject({
    code: 'tokenBalanceUnavailable',
  })
  refused = 'projectId'
  expect(
    await reasonOf(getBalances(kit, { accountId: onFirst(everyday), currency: 'eur' })),
  ).toMatchObject({ code: 'tokenBalanceUnavailable' })
})

test.each([
  ['in the API’s list', {}, {}, undefined],
  ['outside of the list', { verified: false }, {}, true],
  [
    'outside of it, but in the site’s list',
    { verified: false },
    { 'eip155:31337': [{ address: emptyAccount, name: 'Flour', symbol: 'FLR', decimals: 2 }] },
    undefined,
  ],
  ['without a price or a flag for lists', { price: 0, value: undefined }, {}, true],
] as const)(
  'a token %s has the right mark `isUnverified`',
  async (_, more, tokens, isUnverified) => {
    const { url } = await startApi((response) =>
      sendJson(response, { balances: [{ ...row, ...more }] }),
    )
    const { kit } = startTestKit({ services: { api: url }, tokens })
    expect((await getBalances(kit, { accountId: onFirst(everyday) }))[0]?.isUnverified).toBe(
      isUnverified,
    )
  },
)

test.each([
  [null],
  [{}],
  [{ balances: {} }],
  [{ balances: [null] }],
  [{ balances: [{ ...row, price: '2' }] }],
  [{ balances: [{ ...row, quantity: {} }] }],
  [{ balances: [{ ...row, quantity: { decimals: '2', numeric: 'lots' } }] }],
  [{ balances: [{ ...row, quantity: { decimals: '2', numeric: '-1' } }] }],
  [{ balances: [{ ...row, quantity: { decimals: '2', numeric: '1e9' } }] }],
  [{ balances: [{ ...row, quantity: { decimals: 'two', numeric: '1' } }] }],
  [{ balances: [{ ...row, quantity: { decimals: '', numeric: '' } }] }],
])('if the API answers %j, getBalances fails with `answerInvalid` as the cause', async (answer) => {
  const { kit } = await startApi((response) => sendJson(response, answer))
  expect(await reasonOf(getBalances(kit, { accountId: onFirst(everyday) }))).toMatchObject({
    code: 'tokenBalanceUnavailable',
    cause: { code: 'answerInvalid' },
  })
})

test('a refusal by the API keeps its reason as the cause', async () => {
  const { kit } = await startApi((response) =>
    sendJson(response, { status: 'FAILED', reasons: [{ description: 'Unknown project' }] }, 401),
  )
  expect(await reasonOf(getBalances(kit, { accountId: onFirst(everyday) }))).toMatchObject({
    code: 'tokenBalanceUnavailable',
    cause: { code: 'httpFailed', status: 401, details: 'Unknown project' },
  })
})

test('a slow API is requested four times, for 10 s each', async () => {
  const { kit, clock, received } = await startApi(() => {})
  const reason = reasonOf(getBalances(kit, { accountId: onFirst(everyday) }))
  for (const [index, wait] of [150, 300, 600, 0].entries()) {
    await received(index + 2)
    clock.advance(10_000)
    if (wait) {
      await clock.scheduled(wait)
      clock.advance(wait)
    }
  }
  expect(await reason).toMatchObject({
    code: 'tokenBalanceUnavailable',
    cause: { code: 'httpTimeout' },
  })
})

test('if the API’s list of networks failed, the next call requests it again', async () => {
  let isDown = true
  const { kit } = await startApi(
    (response) => sendJson(response, { balances: [row] }),
    (response, request) => (isDown ? sendJson(response, {}, 404) : supported(response, request)),
  )
  expect(await reasonOf(getBalances(kit, { accountId: onFirst(everyday) }))).toMatchObject({
    code: 'tokenBalanceUnavailable',
  })
  isDown = false
  expect(await getBalances(kit, { accountId: onFirst(everyday) })).toHaveLength(1)
})

test('if the signal aborts, getBalances fails with `requestAborted`', async () => {
  const { kit, received } = await startApi(() => {})
  const controller = new AbortController()
  const reason = reasonOf(
    getBalances(kit, { accountId: onFirst(everyday), signal: controller.signal }),
  )
  await received(2)
  controller.abort()
  expect(await reason).toMatchObject({ code: 'requestAborted' })
  const { kit: overChain } = startSite()
  expect(
    await reasonOf(
      getBalances(overChain, { accountId: onFirst(everyday), signal: AbortSignal.abort() }),
    ),
  ).toMatchObject({ code: 'requestAborted' })
})

test('if the API fails, the node’s balances are used and the outage is reported', async () => {
  const reports: unknown[] = []
  const ask = async (answer: TestAnswer, chains = supported) => {
    const dead = await startTestServer((response, request) => {
      if (request.url.pathname === '/v1')
        return sendJson(response, {}, 404) // the API's proxy for requests to nodes fails, too
      ;(request.url.pathname === '/v1/supported-chains' ? chains : answer)(response, request)
    })
    return getBalances(startSite({ services: { api: dead.url } }).kit, {
      accountId: onFirst(everyday),
      onPartial: () => reports.push('partial'),
      onOutage: (error) => reports.push(error),
    })
  }
  const overChain = await getBalances(startSite().kit, { accountId: onFirst(everyday) })
  const unwell: TestAnswer = (response) => sendJson(response, { balances: [{}] })
  expect(await ask(unwell)).toEqual(overChain)
  expect(reports.splice(0)).toEqual(['partial', expect.objectContaining({ code: 'answerInvalid' })])
  expect(await ask(unwell, (response) => sendJson(response, {}, 404))).toEqual(overChain)
  expect(reports.splice(0)).toEqual([
    'partial',
    expect.objectContaining({ code: 'httpFailed', status: 404 }),
  ])
})

test('if both the API and the node fail, getBalances fails with the error of the API', async () => {
  const { kit, clock } = await startApi((response) => sendJson(response, {}, 401))
  const reports: unknown[] = []
  expect(
    await whileTrying(
      clock,
      getBalances(kit, { accountId: onFirst(everyday), onOutage: (error) => reports.push(error) }),
    ),
  ).toMatchObject({ code: 'tokenBalanceUnavailable', cause: { code: 'httpFailed', status: 401 } })
  expect(reports).toEqual([])
})

test('invisible characters are removed from the API’s names', async () => {
  const { kit } = await startApi((response) =>
    sendJson(response, {
      balances: [{ ...row, name: 'USD\u202e Coin\u200b\n', symbol: '\u2066US\u00adDC' }],
    }),
  )
  expect(await getBalances(kit, { accountId: onFirst(everyday) })).toMatchObject([
    { name: 'USD Coin', symbol: 'USDC' },
  ])
})

test('the API is used even if the chain’s code can not be loaded', async () => {
  const absent: AdapterFactory = {
    namespace: 'eip155',
    create: (host) => ({
      ...evm().create(host),
      load: () => Promise.reject(new KitError('offline', 'No internet connection detected.')),
    }),
  }
  const { kit } = startSite({ adapters: [absent], services: { api: apiUrl } })
  expect(await getBalances(kit, { accountId: onFirst(everyday) })).toContainEqual(
    expect.objectContaining({ symbol: 'USDC' }),
  )
})
