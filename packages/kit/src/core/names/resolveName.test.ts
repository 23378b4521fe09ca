import type { NetworkId } from '@latchkey/protocol/caip'
import { expect, test } from 'vitest'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import { sendJson, startTestServer } from '../testing/startTestServer.ts'
import type { TestAnswer } from '../testing/startTestServer.ts'
import { lookUpName } from './lookUpName.ts'
import { resolveName } from './resolveName.lazy.ts'
import { contextOf } from '../kit/context.ts'

const onEthereum = `0x${'11'.repeat(20)}`
const onBase = `0x${'22'.repeat(20)}`
const lena = {
  name: 'lena.eth',
  addresses: { 60: { address: onEthereum }, [2 ** 31 + 8453]: { address: onBase } },
  attributes: {},
}

async function start(answer: TestAnswer = (response) => sendJson(response, lena)) {
  const { url, requests } = await startTestServer(answer)
  const { kit } = startTestKit({ services: { api: url } })
  return {
    requests,
    ask: (chainId?: string) =>
      resolveName(kit, 'lena.eth', {
        networkId: chainId === undefined ? undefined : (`eip155:${chainId}` as NetworkId),
      }),
  } // the cast also lets invalid ids pass, which tests need
}

test.each([
  [undefined, onEthereum, false],
  ['1', onEthereum, false],
  ['8453', onBase, false],
  ['10', onEthereum, true],
  [String(2 ** 31 - 1), onEthereum, true],
])(
  'on the network %s a name resolves to its address there, or to that on Ethereum, marked as borrowed',
  async (chainId, address, isBorrowed) => {
    expect(await (await start()).ask(chainId)).toMatchObject({
      status: 'found',
      address,
      isBorrowed,
    })
  },
)

test.each([String(2 ** 31), String(2 ** 31 + 8453), '4294967297', '1e400', '0', '-1', '0x1', ''])(
  'on the network %j, which names do not support, the result is `unavailable`, without a request',
  async (chainId) => {
    const { ask, requests } = await start()
    expect(await ask(chainId)).toEqual({ status: 'unavailable' })
    expect(requests).toEqual([])
  },
)

test('if a request fails, the error’s `details` are the reason of the service', async () => {
  const { ask } = await start((response) =>
    sendJson(
      response,
      { status: 'FAILED', reasons: [{ description: 'The name is too short' }] },
      400,
    ),
  )
  expect(await reasonOf(ask())).toMatchObject({
    code: 'nameUnresolved',
    message: 'Error resolving name',
    details: 'The name is too short',
    status: 400,
  })
})

test.each(['👩‍🚀.eth', '🏴‍☠️.eth', '🏴󠁧󠁢󠁥󠁮󠁧󠁿.eth'])(
  'the name %s is requested and returned as written',
  async (name) => {
    const { url, requests } = await startTestServer((response) =>
      sendJson(response, { ...lena, name }),
    )
    const { kit } = startTestKit({ services: { api: url } })
    expect(await resolveName(kit, name)).toMatchObject({ status: 'found', name })
    expect(requests.map(({ url: { pathname } }) => decodeURIComponent(pathname))).toEqual([
      `/v1/profile/account/${name}`,
    ])
  },
)

test.each(['vitalik\u200b.eth', '\u202ehte.anel', '👩\u200d.eth'])(
  'an answer about %j, which has invisible characters, gives no address',
  async (name) => {
    const { ask } = await start((response) => sendJson(response, { ...lena, name }))
    expect(await ask()).toEqual({ status: 'nobody' })
  },
)

test('an avatar at a private address is removed', async () => {
  const { ask } = await start((response) =>
    sendJson(response, { ...lena, attributes: { avatar: 'https://192.168.0.1/a.png' } }),
  )
  expect(await ask()).toMatchObject({ status: 'found', avatar: undefined })
})

test('a name is requested once in five minutes, in any letter case, unless `isFresh` is set', async () => {
  const { url, requests } = await startTestServer((response) => sendJson(response, lena))
  const { kit } = startTestKit({ services: { api: url } })
  for (const name of ['lena.eth', 'Lena.ETH'])
    expect(await resolveName(kit, name)).toMatchObject({ status: 'found' })
  expect(requests.map(({ url: { pathname } }) => pathname)).toEqual([
    '/v1/profile/account/lena.eth',
  ])
  const { api } = contextOf(kit)
  if (api) await lookUpName(kit, api, 'lena.eth', { isFresh: true })
  expect(requests).toHaveLength(2)
})
