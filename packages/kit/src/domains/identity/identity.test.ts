import { expect, test } from 'vitest'
import { addressOf } from '../../../../../devnet/src/accounts.ts'
import { startDevnet } from '../../../../../devnet/src/startDevnet.ts'
import { chainOfDeployment } from '../../../../../devnet/src/chainOfDeployment.ts'
import { createApi } from '../../../../../services/api/src/createApi.ts'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import { accountOf } from '../../core/kit/state.ts'
import { sendJson, startTestServer } from '../../core/testing/startTestServer.ts'
import type { TestAnswer } from '../../core/testing/startTestServer.ts'
import { createFakeAdapter } from '../../testing/fakeAdapter.ts'
import { getIdentity } from './getIdentity.lazy.ts'
import { identityQuery } from './identityQuery.ts'
import { restoreName } from './restoreName.ts'

const address = addressOf('everyday user')
const key = '@latchkey/identity-cache'
const { signal } = new AbortController()

async function startApi(answer: TestAnswer) {
  const server = await startTestServer(answer)
  return { ...server, ...startTestKit({ services: { api: server.url } }) }
}
const says =
  (identity: object): TestAnswer =>
  (response) =>
    sendJson(response, identity)

test('the name and avatar of a devnet account are read over the real API', async () => {
  const devnet = await startDevnet({ ports: 'free' })
  const api = createApi({
    chains: devnet.chains.map(({ deployment, url }) => chainOfDeployment(deployment, url)),
  })
  try {
    const { kit } = startTestKit({ services: { api: (await api.listen({ port: 0 })).url } })
    expect(await getIdentity(kit, { address: addressOf('whale') })).toEqual({
      name: 'moby.eth',
      avatar: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    })
    expect(await getIdentity(kit, { address: addressOf('empty') })).toEqual({})
  } finally {
    await Promise.all([api.close(), devnet.close()])
  }
}, 60_000)

test('after a connection, requests to the API have the account as `sender`', async () => {
  const server = await startTestServer(says({ name: null, avatar: null }))
  const adapter = createFakeAdapter()
  const { kit } = startTestKit({ services: { api: server.url }, adapters: [adapter] })
  await getIdentity(kit, { address })
  await kit.connect({ connectorId: 'example' })
  await getIdentity(kit, { address: addressOf('whale') })
  expect(server.requests.map(({ url }) => url.searchParams.get('sender'))).toEqual([
    null,
    accountOf(kit.getState())?.address,
  ])
})

test('the API is not asked about an address that it does not take', async () => {
  const { kit, requests } = await startApi(says({ name: 'lena.eth', avatar: null }))
  const onPolkadot = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
  expect(await getIdentity(kit, { address: onPolkadot })).toEqual({})
  expect(requests).toEqual([])
  expect(await getIdentity(kit, { address })).toEqual({ name: 'lena.eth' })
})

test('without an API the identity is empty', async () => {
  expect(await getIdentity(startTestKit().kit, { address })).toEqual({})
})

test.each([
  ['a long name', { name: 'n'.repeat(10_000), avatar: null }, { name: `${'n'.repeat(63)}…` }],
  ['a name with an invisible character', { name: 'vitalik\u200b.eth', avatar: null }, {}],
  ['a name with a direction character', { name: '\u202ehte.kilativ', avatar: null }, {}],
  ['a picture over http', { name: null, avatar: 'http://example.org/a.png' }, {}],
  ['a picture on a private host', { name: null, avatar: 'https://192.168.1.1/a.png' }, {}],
  [
    'a picture that is a script',
    { name: 'lena.eth', avatar: 'javascript:alert(1)' },
    { name: 'lena.eth' },
  ],
  ['a picture that is a page', { name: null, avatar: 'data:text/html,<script>' }, {}],
  [
    'a picture of half a megabyte',
    { name: null, avatar: `data:image/png;base64,${'A'.repeat(500_000)}` },
    {},
  ],
  [
    'an empty name',
    { name: '', avatar: 'https://example.org/a.png' },
    { avatar: 'https://example.org/a.png' },
  ],
])('the identity of an account with %s is cleaned', async (_, answer, identity) => {
  const { kit } = await startApi(says(answer))
  expect(await getIdentity(kit, { address })).toEqual(identity)
})

test.each([null, {}, { name: 7, avatar: null }])(
  'if the API answers %j, getIdentity fails with `answerInvalid`',
  async (answer) => {
    const { kit } = await startApi(says(answer as object))
    expect(await reasonOf(getIdentity(kit, { address }))).toMatchObject({ code: 'answerInvalid' })
  },
)

test('an identity is fresh for five minutes, also after a reload, for an address in any case', async () => {
  const { kit, clock, storage } = await startApi(
    says({ name: 'lena.eth', avatar: 'https://example.org/a.png' }),
  )
  const at = clock.now()
  expect(identityQuery(kit, address)).toMatchObject({ staleTime: 300_000, initialData: undefined })
  await identityQuery(kit, address).queryFn({ signal })
  const next = startTestKit({ storage })
  expect(identityQuery(next.kit, address.toLowerCase())).toMatchObject({
    initialData: { name: 'lena.eth', avatar: 'https://example.org/a.png' },
    initialDataUpdatedAt: at,
  })
})

test('six accounts are stored, without large avatars', async () => {
  const { kit, storage } = await startApi(
    says({ name: 'lena.eth', avatar: `data:image/png;base64,${'A'.repeat(20_000)}` }),
  )
  for (let number = 1; number <= 8; number++)
    await identityQuery(kit, `0x${String(number).padStart(40, '0')}`).queryFn({ signal })
  expect(JSON.parse(storage.getItem(key) ?? '')).toHaveLength(6)
  expect(storage.getItem(key)?.length).toBeLessThan(1_000)
  expect(identityQuery(kit, `0x${'8'.padStart(40, '0')}`).initialData).toEqual({ name: 'lena.eth' })
  expect(identityQuery(kit, `0x${'1'.padStart(40, '0')}`).initialData).toBeUndefined()
})

test('a stored identity is cleaned, and its unsafe avatar is removed', () => {
  const { kit, storage } = startTestKit()
  for (const avatar of [
    'javascript:alert(1)',
    'http://example.org/a.png',
    'https://192.168.1.1/a.png',
  ]) {
    storage.setItem(
      key,
      JSON.stringify([
        {
          address: address.toLowerCase(),
          at: 1,
          identity: { name: '\u202elena.eth\u0000', avatar },
        },
      ]),
    )
    expect(identityQuery(kit, address).initialData).toEqual({ name: 'lena.eth' })
  }
})

test.each([
  'nonsense',
  '{}',
  '[null]',
  '[{"address":"a"}]',
  JSON.stringify([{ address: address.toLowerCase(), at: 1, identity: { name: 7 } }]),
  JSON.stringify([
    {
      address: address.toLowerCase(),
      at: Number.MAX_SAFE_INTEGER,
      identity: { name: 'later.eth' },
    },
  ]),
])('a storage with %s gives no identity', (text) => {
  const { kit, storage } = startTestKit()
  storage.setItem(key, text)
  expect(identityQuery(kit, address).initialData).toBeUndefined()
})

test('the name is in the state once it is known, and changes or disappears with the answer', async () => {
  let name: string | null = 'lena.eth'
  const { kit } = await startApi((response) => sendJson(response, { name, avatar: null }))
  const known = async (): Promise<unknown> => {
    await identityQuery(kit, address).queryFn({ signal })
    return kit.getState().profileNames
  }
  expect(await known()).toEqual({ [address.toLowerCase()]: 'lena.eth' })
  name = 'lena.reown.id'
  expect(await known()).toEqual({ [address.toLowerCase()]: 'lena.reown.id' })
  name = null
  expect(await known()).toEqual({})
})

test('the stored name is put into the state, cleaned; it does not replace a known name', () => {
  const { kit, storage } = startTestKit()
  storage.setItem(
    key,
    JSON.stringify([
      null,
      { address: address.toLowerCase(), at: 1, identity: { name: '\u202elena.eth\u0000' } },
    ]),
  )
  restoreName(kit, address)
  expect(kit.getState().profileNames).toEqual({ [address.toLowerCase()]: 'lena.eth' })
  storage.setItem(
    key,
    JSON.stringify([{ address: address.toLowerCase(), at: 1, identity: { name: 'older.eth' } }]),
  )
  restoreName(kit, address)
  expect(kit.getState().profileNames).toEqual({ [address.toLowerCase()]: 'lena.eth' })
})

test.each([
  'nonsense',
  '{}',
  '[1]',
  `[{"address":"${address.toLowerCase()}"}]`,
  `[{"address":"${address.toLowerCase()}","identity":{"name":{}}}]`,
])('a storage with %s puts no name into the state', (text) => {
  const { kit, storage } = startTestKit()
  storage.setItem(key, text)
  restoreName(kit, address)
  expect(kit.getState().profileNames).toBeUndefined()
})

test('the last disconnect removes the names from the state', async () => {
  const server = await startTestServer(says({ name: 'lena.eth', avatar: null }))
  const { kit } = startTestKit({ services: { api: server.url }, adapters: [createFakeAdapter()] })
  await kit.connect({ connectorId: 'example' })
  await identityQuery(kit, address).queryFn({ signal })
  expect(kit.getState().profileNames).toBeDefined()
  await kit.disconnect()
  expect(kit.getState().profileNames).toBeUndefined()
})
