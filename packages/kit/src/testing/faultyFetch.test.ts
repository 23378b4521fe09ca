import { expect, test } from 'vitest'
import { sendJson, startTestServer } from '../core/testing/startTestServer.ts'
import { createFaultyFetch } from './faultyFetch.ts'

test('calls reach the server until a fault is set; then only calls to matching URLs fail', async () => {
  const { url } = await startTestServer((response) => sendJson(response, { good: true }))
  const faulty = createFaultyFetch({ only: '/v1' })
  const ask = async (path: string) => (await faulty(url + path)).json()
  expect(await ask('/v1')).toEqual({ good: true })
  faulty.setBehaviour('nonsense')
  expect(await ask('/v1')).toEqual({ nonsense: true })
  expect(await ask('/other')).toEqual({ good: true })
  faulty.setBehaviour('fail')
  expect((await faulty(`${url}/v1`)).status).toBe(503)
  faulty.setBehaviour('offline')
  await expect(faulty(`${url}/v1`)).rejects.toThrow(TypeError)
})

test('a hanging call rejects when its signal aborts', async () => {
  const faulty = createFaultyFetch({ behaviour: 'hang' })
  const controller = new AbortController()
  const answer = faulty('http://127.0.0.1:1/', { signal: controller.signal })
  controller.abort(new Error('enough'))
  await expect(answer).rejects.toThrow('enough')
})
