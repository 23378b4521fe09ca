import { formatAccountId, formatNetworkId } from '@latchkey/protocol/caip'
import { expect, test } from 'vitest'
import { addressOf } from '../../../../../devnet/src/accounts.ts'
import { startDevnet } from '../../../../../devnet/src/startDevnet.ts'
import { chainOfDeployment } from '../../../../../devnet/src/chainOfDeployment.ts'
import { createApi } from '../../../../../services/api/src/createApi.ts'
import { systemClock } from '../../core/page/clock.ts'
import { startTestApi } from '../../session/startTestApi.ts'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import { sendJson } from '../../core/testing/startTestServer.ts'
import { getNfts } from './getNfts.lazy.ts'
import { joinNftPages, nftsQuery } from './nftsQuery.ts'

const network = formatNetworkId('eip155', 31_337)
const accountId = formatAccountId(network, addressOf('everyday user'))
const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

const wired = (tokenId: string, more: object = {}) => ({
  chainId: network,
  contract,
  tokenId,
  standard: 'ERC721',
  amount: '1',
  name: 'Moon',
  description: null,
  collection: { name: 'Lights', symbol: 'L' },
  picture: null,
  externalUrl: null,
  traits: [],
  flags: { is_spam: false },
  ...more,
})

const startPage = (data: readonly object[], next: string | null = null) =>
  startTestApi((response) => sendJson(response, { data, next }))

test('the NFTs of a devnet account are read over the real API', async () => {
  const devnet = await startDevnet({ ports: 'free' })
  const [first] = devnet.chains
  if (!first) throw new Error('The devnet has two chains')
  const api = createApi({
    chains: [
      {
        ...chainOfDeployment(first.deployment, first.url),
        index: { startBlock: 0, pollEvery: 100 },
      },
    ],
    database: 'memory',
  })
  try {
    const { kit } = startTestKit({
      services: { api: (await api.listen({ port: 0 })).url },
      clock: systemClock,
    })
    await expect
      .poll(async () => (await getNfts(kit, { accountId }).catch(() => undefined))?.nfts.length, {
        timeout: 40_000,
      })
      .toBeGreaterThan(2)
    const nfts = (await getNfts(kit, { accountId }))?.nfts ?? []
    expect(nfts.find(({ collection }) => collection.name === 'Harbour Lights')).toMatchObject({
      id: expect.stringMatching(/^eip155:31337\/erc721:0x[0-9a-fA-F]{40}\/\d+$/),
      standard: 'ERC721',
      amount: '1',
      picture: expect.stringMatching(/^data:image\/svg\+xml/),
      isSpam: false,
    })
    expect(nfts.filter(({ isSpam }) => isSpam).map(({ name }) => name)).toEqual([
      '5,000 USDC reward',
    ])
  } finally {
    await Promise.all([api.close(), devnet.close()])
  }
}, 60_000)

test('NFTs are requested for one account on one network, from a cursor', async () => {
  const { kit, requests } = await startPage([wired('7')], 'abc')
  expect(await getNfts(kit, { accountId, cursor: 'before' })).toMatchObject({ next: 'abc' })
  expect(requests[0]?.url.pathname).toBe(`/v1/account/${addressOf('everyday user')}/nfts`)
  expect(Object.fromEntries(requests[0]?.url.searchParams ?? [])).toMatchObject({
    chainId: network,
    cursor: 'before',
  })
})

test('without an API, or if the API does not list NFTs of the network, getNfts returns nothing', async () => {
  expect(await getNfts(startTestKit().kit, { accountId })).toBeUndefined()
  const { kit } = await startTestApi((response) =>
    sendJson(
      response,
      {
        status: 'FAILED',
        reasons: [{ field: 'chainId', description: 'NFTs of this chain are not served' }],
      },
      400,
    ),
  )
  expect(await getNfts(kit, { accountId })).toBeUndefined()
  expect(await reasonOf(getNfts(kit, { accountId, cursor: 'foreign' }))).toMatchObject({
    code: 'httpFailed',
    status: 400,
  })
  const other = await startTestApi((response) =>
    sendJson(
      response,
      { status: 'FAILED', reasons: [{ field: 'projectId', description: 'projectId is missing' }] },
      400,
    ),
  )
  expect(await reasonOf(getNfts(other.kit, { accountId }))).toMatchObject({
    code: 'httpFailed',
    status: 400,
  })
})

test('long texts are cut, and NFTs of another network are left out', async () => {
  const { kit } = await startPage([
    wired('1', {
      name: 'n'.repeat(10_000),
      description: 'd'.repeat(10_000),
      collection: { name: 'c'.repeat(10_000), symbol: 's'.repeat(10_000) },
      traits: Array.from({ length: 500 }, () => ({
        name: 't'.repeat(900),
        value: 'v'.repeat(900),
      })),
    }),
    wired('2', {
      picture: `data:image/png;base64,${'A'.repeat(500_000)}`,
      externalUrl: `https://example.org/${'x'.repeat(10_000)}`,
    }),
    wired('3', { name: '', externalUrl: 'https://' }),
    wired('4', { chainId: 'eip155:1' }),
  ])
  const page = await getNfts(kit, { accountId })
  const [long, heavy, nameless, ...others] = page?.nfts ?? []
  expect(others).toEqual([])
  expect([
    long?.name.length,
    long?.description?.length,
    long?.collection.name.length,
    long?.collection.symbol.length,
    long?.traits.length,
    long?.traits[0]?.value.length,
  ]).toEqual([64, 512, 64, 64, 30, 64])
  expect(heavy).toMatchObject({ picture: undefined, externalUrl: undefined })
  expect(nameless).toMatchObject({ name: '#3', externalUrl: undefined })
})

test('texts lose invisible characters, and unsafe links and pictures are removed', async () => {
  const unseen = '\u202eM\u200bo\u0000on\u2028'
  const { kit } = await startPage([
    wired('1', {
      name: unseen,
      description: unseen,
      collection: { name: unseen, symbol: unseen },
      traits: [{ name: unseen, value: unseen }],
    }),
    ...[
      'http://evil.example/a',
      'https://lights.example@evil.example',
      'https://evil。example',
    ].map((externalUrl, index) => wired(`2${index}`, { externalUrl })),
    ...[
      'http://evil.example/a.png',
      'http://192.168.0.1/a.png',
      'http://localhost:1/a.png',
      'https://169.254.169.254/a.png',
      'https://router/a.png',
    ].map((picture, index) => wired(`3${index}`, { picture })),
  ])
  const [first, ...rest] = (await getNfts(kit, { accountId }))?.nfts ?? []
  expect(first).toMatchObject({
    name: 'Moon',
    description: 'Moon',
    collection: { name: 'Moon', symbol: 'Moon' },
    traits: [{ name: 'Moon', value: 'Moon' }],
  })
  expect(rest.map(({ externalUrl, picture }) => externalUrl ?? picture)).toEqual(
    rest.map(() => undefined),
  )
  expect(rest).toHaveLength(8)
  const own = await startPage([
    wired('1', {
      picture: 'https://gateway.example/a.png',
      externalUrl: 'https://lights.example/1',
    }),
  ])
  expect((await getNfts(own.kit, { accountId }))?.nfts).toMatchObject([
    { picture: 'https://gateway.example/a.png', externalUrl: 'https://lights.example/1' },
  ])
})

test.each([
  ['a picture that is a script', { picture: 'javascript:alert(1)' }],
  ['a picture that is a page', { picture: 'data:text/html,<script>' }],
  ['a link that is a script', { externalUrl: 'javascript:alert(1)' }],
  ['an invalid amount', { amount: '-1' }],
  ['another standard', { standard: 'ERC20' }],
  ['an invalid id', { tokenId: '0x7' }],
  ['no flags', { flags: null }],
])('an answer with %s fails with `answerInvalid`', async (_, more) => {
  const { kit } = await startPage([wired('1'), wired('2', more)])
  expect(await reasonOf(getNfts(kit, { accountId }))).toMatchObject({ code: 'answerInvalid' })
})

test.each(['', 'nobody', 'eip155:1', 'eip155:01:0x1', 'eip155:1:a:b'])(
  'the account id %j fails with `caipInvalid`',
  async (placeholder) => {
    const { kit } = await startPage([])
    expect(
      await reasonOf(getNfts(kit, { accountId: placeholder as typeof accountId })),
    ).toMatchObject({
      name: 'KitError',
      code: 'caipInvalid',
      message: 'Invalid CAIP Address',
    }) // the cast: a page without types can pass any value
  },
)

test('if the API is down, getNfts fails with `httpFailed`', async () => {
  const { kit } = await startTestApi((response) => sendJson(response, {}, 404))
  expect(await reasonOf(getNfts(kit, { accountId }))).toMatchObject({
    code: 'httpFailed',
    status: 404,
  })
})

test('the list of NFTs ends when a cursor repeats, or after 200 pages', () => {
  const { getNextPageParam } = nftsQuery(startTestKit().kit, accountId)
  const page = { nfts: [], next: 'b' }
  expect(getNextPageParam(page, [page], undefined)).toBe('b')
  expect(getNextPageParam(page, [page, page], 'b')).toBeUndefined()
  expect(
    getNextPageParam(
      page,
      Array.from({ length: 200 }, () => page),
      'a',
    ),
  ).toBeUndefined()
  expect(getNextPageParam(null, [null], undefined)).toBeUndefined()
})

test('an NFT on two pages appears once', async () => {
  const { kit } = await startPage([wired('1'), wired('2')])
  const page = await getNfts(kit, { accountId })
  expect(joinNftPages(page ? [page, page] : []) ?? []).toHaveLength(2)
  expect(joinNftPages([null])).toBeNull()
})

test('an account of another namespace is not requested, even if its address looks like an EVM one', async () => {
  const { kit, requests } = await startTestApi((response) =>
    sendJson(response, { data: [], next: null }),
  )
  const other = formatAccountId(
    formatNetworkId('polkadot', 'fe58ea77779b7abda7da4ec526d14db9'),
    addressOf('everyday user'),
  )
  expect(await getNfts(kit, { accountId: other })).toBeUndefined()
  expect(requests).toEqual([])
})
