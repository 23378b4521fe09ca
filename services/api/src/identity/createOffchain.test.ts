import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createFetch } from '@latchkey/server/createFetch'
import { NodesError } from '../providers/nodes.ts'
import { deferred } from '@latchkey/server/testing/deferred'
import { sendJson, startFakeNode } from '../testing/startFakeNode.ts'
import { createOffchain } from './createOffchain.ts'

const sender = `0x${'Ab'.repeat(20)}` as const
const parameters = { data: '0x1234', sender } as const

async function start(
  answer: Parameters<typeof startFakeNode>[0],
  signal = new AbortController().signal,
) {
  const server = await startFakeNode(answer)
  onTestFinished(server.close)
  return {
    ...server,
    lookUp: createOffchain({ fetch: createFetch([new URL(server.url).host]), signal }),
  }
}

test('the request follows EIP-3668: GET if the URL contains `{data}`, POST otherwise', async () => {
  const urls: (string | undefined)[] = []
  const {
    lookUp,
    url,
    requests: bodies,
  } = await start((_, response, { url: path }) => {
    urls.push(path)
    sendJson(response, { data: '0xabcd' })
  })
  expect(await lookUp({ ...parameters, urls: [`${url}/{sender}/{data}.json`] })).toBe('0xabcd')
  expect(await lookUp({ ...parameters, urls: [`${url}/post`] })).toBe('0xabcd')
  expect(urls).toEqual([`/${sender.toLowerCase()}/0x1234.json`, '/post'])
  expect(bodies).toEqual(['', JSON.stringify({ data: '0x1234', sender })])
})

test('when a server fails, the next one is requested, up to eight servers for a name', async () => {
  const {
    lookUp,
    url,
    requests: bodies,
  } = await start((_, response, { url: path }) =>
    path === '/good' ? sendJson(response, { data: '0x01' }) : sendJson(response, {}, 500),
  )
  expect(await lookUp({ ...parameters, urls: [`${url}/bad`, `${url}/good`] })).toBe('0x01')
  await expect(
    lookUp({ ...parameters, urls: Array<string>(100).fill(`${url}/bad`) }),
  ).rejects.toThrow('too many servers')
  expect(bodies).toHaveLength(8)
})

test.each([
  [
    'an address in this network',
    () => ['http://127.0.0.1/', 'https://169.254.169.254/', 'file:///etc/passwd', 'x'],
  ],
  ['a redirect', (url: string) => [`${url}/redirect`]],
  ['an answer that is not hex', (url: string) => [`${url}/text`]],
  ['an answer that is too long', (url: string) => [`${url}/large`]],
  ['an answer that is nested too deep', (url: string) => [`${url}/deep`]],
])('the lookup refuses %s', async (_, urlsAt) => {
  const { lookUp, url } = await start((_body, response, { url: path }) => {
    if (path === '/redirect') response.writeHead(302, { location: '/good' }).end()
    else if (path === '/text') sendJson(response, { data: 'hello' })
    else if (path === '/deep') response.end('['.repeat(60_000))
    else sendJson(response, { data: `0x${'00'.repeat(100_000)}` })
  })
  const failed = await lookUp({ ...parameters, urls: urlsAt(url) }).catch((error: unknown) => error)
  expect(failed).toMatchObject({ name: 'OffchainLimitError' })
})

test('when servers fail, the lookup ends with a NodesError', async () => {
  const { lookUp, url } = await start((_, response) => response.destroy())
  await expect(lookUp({ ...parameters, urls: [url] })).rejects.toThrow(NodesError)
})

test('when the client leaves, the request for an endless answer is aborted', async () => {
  const client = new AbortController()
  const aborted = deferred()
  const write = (response: ServerResponse) =>
    void (!response.destroyed && response.write(' ') && setTimeout(write, 1, response))
  const { lookUp, url } = await start((_, response) => {
    write(response.on('close', () => aborted.resolve()))
    client.abort(new Error('gone'))
  }, client.signal)
  await expect(lookUp({ ...parameters, urls: [url] })).rejects.toThrow('gone')
  await aborted.promise
})
