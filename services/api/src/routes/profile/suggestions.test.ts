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

test('the typed name comes first, if it is long enough, then at most four free words with the same beginning', async () => {
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

test('works in another zone, and with a typed zone', async () => {
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
])('%s is refused', async (name) => {
  const { status, body } = await client.request(`suggestions/${name}`)
  expect([status, v.parse(errorBody, body).reasons[0]?.field]).toEqual([400, 'name'])
})

test('refuses a zone that this service does not have', async () => {
  expect((await client.request('suggestions/amber?zone=example.id')).status).toBe(400)
})

test('every word of the list can be registered, is unique and in alphabetical order', () => {
  expect(words).toEqual([...new Set(words)].toSorted())
  for (const word of words) {
    expect(word).toMatch(/^[a-z]{4,}$/)
    checkName(`${word}.reown.id`, ['reown.id'])
  }
})
