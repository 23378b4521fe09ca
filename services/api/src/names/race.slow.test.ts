import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { errorBody } from '@latchkey/protocol/api'
import { startTestPostgres, type TestPostgres } from '@latchkey/server/testing/startTestPostgres'
import { chainAt } from '../testing/chainAt.ts'
import { nameClient, newAccount, signBody, withNames } from '../testing/nameClient.ts'
import { startApiProcess } from '../testing/startApiProcess.ts'
import { startIsolatedApis } from '../testing/startIsolatedApis.ts'

let server: TestPostgres
beforeAll(async () => void (server = await startTestPostgres()), 60_000)
afterAll(() => server.stop())

const { start } = startIsolatedApis()
const limits = { loopDelay: false, registrations: false } as const

/** Lets several accounts register each name at the same time, at several APIs. */
async function race(urls: readonly string[], names: readonly string[], accounts: number) {
  const attempts = await Promise.all(
    Array.from({ length: names.length * accounts }, async (_, index) => {
      const [account, name] = [newAccount(), names[index % names.length] ?? '']
      return {
        address: account.address,
        name,
        url: urls[Math.floor(index / names.length) % urls.length] ?? '',
        body: await signBody({ account, message: { name } }),
      }
    }),
  )
  const answers = await Promise.all(
    attempts.map(async (attempt) => ({
      ...attempt,
      ...(await nameClient(() => attempt.url).request('account', attempt.body)),
    })),
  )
  return {
    winners: answers.filter(({ status }) => status === 200),
    losers: answers.filter(({ status }) => status !== 200),
  }
}

const alone = async (database: string) => [(await start({ database, limits })).url]
const together = (database: string) =>
  Promise.all(
    [1, 2].map(() =>
      startApiProcess([chainAt('http://127.0.0.1:1')], {
        LATCHKEY_DATABASE: database,
        LATCHKEY_REGISTRATIONS: '0',
        LATCHKEY_LOOP_DELAY: '0',
      }),
    ),
  )

test.each([
  ['PGlite, 300 for 30 names', 30, () => alone('memory')],
  ['PostgreSQL, 300 for 30 names', 30, async () => alone(await server.create())],
  [
    'two processes that share PostgreSQL, 200 for 20 names',
    20,
    async () => together(await server.create()),
  ],
])(
  'when accounts register the same names at once, each name belongs to the one account whose request succeeded: %s',
  { timeout: 120_000 },
  async (_, count, startAll) => {
    const urls = await Promise.all((await startAll()).map(withNames))
    const names = Array.from({ length: count }, (__, index) => `name${index}.reown.id`)
    const { winners, losers } = await race(urls, names, 10)
    expect(winners.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    expect(
      new Set(
        losers.map(({ status, body }) => `${status} ${v.parse(errorBody, body).reasons[0]?.field}`),
      ),
    ).toEqual(new Set(['400 name']))
    for (const url of urls) {
      const client = nameClient(() => url)
      const entry = (address: string) => expect.objectContaining({ address }) as object
      const found = await Promise.all(
        winners.map(async ({ name }) => (await client.request(`account/${name}`)).body),
      )
      expect(found).toEqual(
        winners.map(
          ({ name, address }) =>
            expect.objectContaining({
              name,
              addresses: { 60: entry(address), [2 ** 31 + 1]: entry(address) },
            }) as object,
        ),
      )
      expect((await client.request(`reverse/${losers[0]?.address}?apiVersion=2`)).body).toEqual([])
    }
  },
)
