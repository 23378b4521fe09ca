import { expect, onTestFinished, test } from 'vitest'
import { createApi } from '../createApi.ts'
import { chainAt } from '../testing/chainAt.ts'

async function start(database: string) {
  const api = createApi({ chains: [{ ...chainAt('http://127.0.0.1:1'), index: {} }], database })
  onTestFinished(() => api.close())
  return (await api.listen({ port: 0 })).url
}

test('while the database cannot be opened, `/health` answers 503 without the location of the database', async () => {
  const url = await start('postgres://somebody:secret@127.0.0.1:1/secret')
  await expect.poll(async () => (await fetch(`${url}/health`)).status).toBe(503)
  const response = await fetch(`${url}/health`)
  expect([response.headers.get('retry-after'), await response.text()]).toEqual([
    '5',
    'The database cannot be opened',
  ])
  expect((await fetch(`${url}/v1/supported-chains`)).status).toBe(200)
})

test('while no node answers, `/health` answers 200 with the state of each chain', async () => {
  const response = await fetch(`${await start('memory')}/health`)
  expect([response.status, await response.text()]).toEqual([
    200,
    expect.stringMatching(/^OK, .*\neip155:77 indexing$/),
  ])
})
