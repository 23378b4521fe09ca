import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { errorBody } from '@latchkey/protocol/api'
import { profileSuggestions } from '@latchkey/protocol/profile'
import words from '../../../data/nameWords.json' with { type: 'json' }
import { createApi, type Api } from '../../createApi.ts'
import { checkName } from '../../names/checkName.ts'
import { chainAt } from '../../testing/chainAt.ts'
import { nameClient, newAccount, withNames } from '../../testing/nameClient.ts'
import { neverOverloaded } from '../../testing/neverOverloaded.ts'

let api: Api
let url: string
beforeAll(async () => {
  api = createApi({
    ...neverOverloaded,
    chains: [chainAt('http://127.0.0.1:1')],
    database: 'memory',
  })
  url = await withNames((await api.listen({ port: 0 })).url)
}, 90_000)
afterAll(() => api.close())

const client = nameClient(() => url)
async function suggested(name: string, query = ''): Promise<readonly string[]> {
  const { status, body, headers } = await client.request(`suggestions/${name}${query}`)
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache'])
  return v
    .parse(profileSuggestions.answer, body)
    .suggestions.map(({ name: found, registered }) => `${found}${registered ? ' taken' : ''}`)
}

test('the typed name is suggested first, if it is long enough, and then free words with the same beginning', async () => {
  expect(await suggested('amb')).toEqual([
    'amber.reown.id',
    'ambient.reown.id',
    'amble.reown.id',
    'ambler.reown.id',
  ])
  await client.register(newAccount(), 'amber.reown.id')
  expect(await suggested('amb')).toEqual(['ambient.reown.id', 'amble.reown.id', 'ambler.reown.id'])
  expect(await suggested('amber')).toEqual(['amber.reown.id taken'])
  expect(await suggested('zzz-9')).toEqual(['zzz-9.reown.id'])
  expect(await suggested('dawn')).toEqual(['dawn.reown.id'])
  expect(await suggested('sun')).toHaveLength(4)
})

test('suggestions are in the requested zone, and a typed zone is accepted', async () => {
  expect((await suggested('amber', '?zone=wcn.id'))[0]).toBe('amber.wcn.id')
  expect((await suggested('dawn.reown.id'))[0]).toBe('dawn.reown.id')
})

test.each([
  'ab',
  'Amber',
  'am_b',
  'am ber',
  'a.amber',
  '0x00000000000000aa',
  'ab--cd',
  'a'.repeat(65),
  'amber.example.id',
  '%F0%9F%8C%99%F0%9F%8C%99',
])('suggestions for %s are refused', async (name) => {
  const { status, body } = await client.request(`suggestions/${name}`)
  expect([status, v.parse(errorBody, body).reasons[0]?.field]).toEqual([400, 'name'])
})

test('suggestions in an unknown zone are refused', async () => {
  expect((await client.request('suggestions/amber?zone=example.id')).status).toBe(400)
})

test('the words of the list are unique and sorted, and each can be registered', () => {
  expect(words).toEqual([...new Set(words)].toSorted())
  for (const word of words) {
    expect(word).toMatch(/^[a-z]{4,}$/)
    checkName(`${word}.reown.id`, ['reown.id'])
  }
})
