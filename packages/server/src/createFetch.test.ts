import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createFetch } from './createFetch.ts'
import { AddressError } from './publicAddresses.ts'
import { TooLargeError } from './readLimited.ts'
import { TimeLimitError } from './waiting.ts'

const limits = { bytes: 1_000, milliseconds: 10_000, signal: new AbortController().signal }

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // a server that listens on a port has this type of address
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Writes for as long as the client reads. */
function writeForEver(response: ServerResponse): void {
  if (!response.destroyed && response.write('x'.repeat(100))) setImmediate(writeForEver, response)
  else response.once('drain', () => writeForEver(response))
}

test('a host that the operator has named is called, and its answer is returned', async () => {
  const host = await serve((request, response) => {
    let body = ''
    request
      .on('data', (part) => (body += part))
      .on('end', () => response.writeHead(418).end(`${request.method} ${body}`))
  })
  const { status, body } = await createFetch([host])(new URL(`http://${host}/`), {
    ...limits,
    method: 'POST',
    body: 'é',
  })
  expect([status, body.toString()]).toEqual([418, 'POST é'])
})

test.each([
  'http://127.0.0.1/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://localhost/',
  'http://example.org/',
  'https://example.org:8443/',
  'https://user@example.org/',
  'file:///etc/passwd',
  'https://169.254.169.254/',
])('%s is not called for an untrusted client', async (address) => {
  await expect(createFetch(['127.0.0.1:1'])(new URL(address), limits)).rejects.toThrow(AddressError)
})

test('a redirect is returned, and not followed', async () => {
  const requests: (string | undefined)[] = []
  const host = await serve((request, response) => {
    requests.push(request.url)
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  expect(await createFetch([host])(new URL(`http://${host}/first`), limits)).toMatchObject({
    status: 302,
    location: '/elsewhere',
  })
  expect(requests).toEqual(['/first'])
})

test('an endless answer is aborted at the limit of bytes, and its connection is closed', async () => {
  let left = () => {}
  const isLeft = new Promise<void>((resolve) => (left = resolve))
  const host = await serve((_, response) => writeForEver(response.on('close', left)))
  await expect(createFetch([host])(new URL(`http://${host}/`), limits)).rejects.toThrow(
    TooLargeError,
  )
  await isLeft
})

test('a request without a complete answer is aborted at the time limit', async () => {
  const host = await serve(({ url }, response) => void (url === '/half' && response.write('half')))
  for (const path of ['/half', '/none'])
    await expect(
      createFetch([host])(new URL(`http://${host}${path}`), { ...limits, milliseconds: 50 }),
    ).rejects.toThrow(TimeLimitError)
})

test('requests to one silent host are limited, the waiting ones end at their time limit or abort, and other hosts are called', async () => {
  let requests = 0
  const silent = new URL(`http://${await serve(() => void (requests += 1))}/`)
  const other = new URL(`http://${await serve((_, response) => response.end('here'))}/`)
  const fetch = createFetch([silent.host, other.host])
  const caller = new AbortController()
  const waiting = Array.from({ length: 40 }, () =>
    fetch(silent, { ...limits, signal: caller.signal }).catch((error: unknown) => error),
  )
  await expect.poll(() => requests).toBe(16)
  expect((await fetch(other, limits)).body.toString()).toBe('here')
  await expect(fetch(silent, { ...limits, milliseconds: 50 })).rejects.toThrow(TimeLimitError)
  caller.abort(new Error('gone'))
  for (const failed of await Promise.all(waiting)) expect(failed).toMatchObject({ message: 'gone' })
  expect(requests).toBe(16)
})

test('a request ends when its caller aborts', async () => {
  const caller = new AbortController()
  let left = () => {}
  const isLeft = new Promise<void>((resolve) => (left = resolve))
  const host = await serve((_, response) => {
    response.on('close', left).write('half')
    caller.abort(new Error('gone'))
  })
  await expect(
    createFetch([host])(new URL(`http://${host}/`), { ...limits, signal: caller.signal }),
  ).rejects.toThrow('gone')
  await isLeft
})

test('an answer with status 101 is an error', async () => {
  const host = await serve(
    ({ socket }) =>
      void socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
      ),
  )
  await expect(createFetch([host])(new URL(`http://${host}/`), limits)).rejects.toThrow(
    'another protocol',
  )
})
