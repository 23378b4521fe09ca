import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFetch } from '@latchkey/server/createFetch'
import { DatabaseError } from '@latchkey/server/db/database'
import { AddressError } from '@latchkey/server/publicAddresses'
import { expect, onTestFinished, test } from 'vitest'
import { createApi } from '../../createApi.ts'
import { openDatabase } from '../../db/openDatabase.ts'
import { chainAt } from '../../testing/chainAt.ts'
import { pngOf, webpOf } from '../../testing/pictures.ts'
import { createPictureStore } from './createPictureStore.ts'
import { createWalletPictures, pictureTimes } from './createWalletPictures.ts'

const png = pngOf(64, 64)

/** Starts a server of pictures. `requests` collects the paths of its requests. */
async function serve(answer: RequestListener): Promise<{ host: string; requests: string[] }> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // the server listens at a port
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

/** Makes the pictures that a server has, with a clock that the test moves. */
function picturesOf(
  host: string,
  options: Partial<Parameters<typeof createWalletPictures>[0]> = {},
) {
  let time = 1_000_000
  const failures: string[] = []
  const pictures = createWalletPictures({
    source: { from: [`http://${host}/{id}.png`], hosts: [], internal: [host] },
    fetch: createFetch([host]),
    store: undefined,
    now: () => time,
    onFailure: ({ message }) => failures.push(message),
    ...options,
  })
  onTestFinished(() => pictures.close())
  return {
    ...pictures,
    failures,
    wait: (milliseconds: number) => void (time += milliseconds),
    now: () => time,
  }
}

/** Writes without end, as fast as the client reads. */
function writeForEver(response: ServerResponse): void {
  if (!response.destroyed && response.write(Buffer.alloc(8_192, png)))
    setImmediate(writeForEver, response)
  else response.once('drain', () => writeForEver(response))
}

test('when a thousand visitors request a picture, the API sends one request', async () => {
  const { host, requests } = await serve((_, response) => response.end(png))
  const { read } = picturesOf(host)
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, () => read({ id: 'org.example' })),
  )
  expect(
    new Set(
      answers.map((answer) => (answer.status === 'found' ? answer.picture.type : answer.status)),
    ),
  ).toEqual(new Set(['image/png']))
  await read({ id: 'org.example' })
  expect(requests).toEqual(['/org.example.png'])
})

const hostile: readonly [string, string, RequestListener][] = [
  [
    'html that calls itself a picture',
    'It is no PNG, JPEG, WebP or plain SVG',
    (_, response) =>
      response.setHeader('content-type', 'image/png').end('<html><script>alert(1)</script></html>'),
  ],
  [
    'an SVG with a script',
    'It is no PNG, JPEG, WebP or plain SVG',
    (_, response) =>
      response
        .setHeader('content-type', 'image/svg+xml')
        .end('<svg viewBox="0 0 1 1"><script>alert(1)</script></svg>'),
  ],
  [
    'a body without an end',
    'It is too large, or its host leads to no public address',
    (_, response) => writeForEver(response),
  ],
  [
    'a picture of 60,000 pixels',
    'It is not between 32 and 256 pixels wide and high',
    (_, response) => response.end(pngOf(60_000, 60_000)),
  ],
  ['a banner', 'It is not square', (_, response) => response.end(webpOf('VP8X')(256, 64))],
  [
    'a redirect into this machine',
    'It redirects to a host that is not named',
    (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  ],
  [
    "a redirect to the cloud's own data",
    'It redirects to a host that is not named',
    (_, response) => response.writeHead(307, { location: 'https://169.254.169.254/latest' }).end(),
  ],
  [
    'a redirect to a file',
    'It redirects to a host that is not named',
    (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  ],
  [
    'a redirect without an end',
    'It redirects too often',
    ({ url }, response) => response.writeHead(302, { location: `${url}x` }).end(),
  ],
  [
    'a redirect to nowhere',
    'It answered with status 302',
    (_, response) => response.writeHead(302).end(),
  ],
  ['no picture', 'It answered with status 404', (_, response) => response.writeHead(404).end(png)],
]
test.each(hostile)(
  '%s does not count as a picture, and the API sends the next request only after hours',
  async (_, why, answer) => {
    const { host, requests } = await serve(answer)
    const { read, failures, wait } = picturesOf(host)
    expect(await read({ id: 'a' })).toEqual({ status: 'none' })
    expect(failures).toEqual([why])
    const before = requests.length
    wait(pictureTimes.none - 1)
    await read({ id: 'a' })
    expect(requests.length).toBe(before)
    wait(1)
    await read({ id: 'a' })
    expect(requests.length).toBe(before * 2)
    expect(before).toBeLessThanOrEqual(4)
  },
)

const broken: readonly [string, RequestListener][] = [
  ['silence', () => {}],
  ['silence in the middle of a picture', (_, response) => response.write(png.subarray(0, 20))],
  ['an outage', (_, response) => response.writeHead(503).end()],
  ['a limit', (_, response) => response.writeHead(429).end()],
  ['a connection that is cut', (_, response) => response.socket?.destroy()],
]
test.each(broken)(
  '%s leaves the picture pending, and the API sends the next request a minute later',
  async (_, answer) => {
    let isWell = false
    const { host, requests } = await serve((request, response) =>
      isWell ? response.end(png) : answer(request, response),
    )
    const times = { ...pictureTimes, fetch: 500 } // long enough for the request to arrive
    const { read, failures, wait } = picturesOf(host, { times })
    expect(await read({ id: 'a' })).toEqual({ status: 'pending' })
    expect(failures).toEqual(['Its server did not answer'])
    isWell = true
    await read({ id: 'a' })
    expect(requests.length).toBe(1)
    wait(pictureTimes.silence)
    times.fetch = pictureTimes.fetch // a server that answers has time to do so
    expect(await read({ id: 'a' })).toMatchObject({ status: 'found' })
  },
)

test('a slow server delays a visitor only up to the limit, and its picture is found later', async () => {
  let send = () => {}
  const { host, requests } = await serve((_, response) => void (send = () => response.end(png)))
  const { read } = picturesOf(host, { times: { ...pictureTimes, wait: 20 } })
  expect(await read({ id: 'a' })).toEqual({ status: 'pending' })
  await expect.poll(() => requests.length).toBe(1)
  send()
  await expect.poll(async () => (await read({ id: 'a' })).status).toBe('found')
  expect(requests.length).toBe(1)
})

test('redirects of a slow host share the time limit of one URL', async () => {
  const { host, requests } = await serve(
    ({ url = '' }, response) =>
      void setTimeout(
        () =>
          url.endsWith('xxx')
            ? response.end(png)
            : response.writeHead(302, { location: `${url}x` }).end(),
        300,
      ),
  )
  const { read } = picturesOf(host, { times: { ...pictureTimes, fetch: 500 } })
  expect(await read({ id: 'a' })).toEqual({ status: 'pending' })
  expect(requests.length).toBeLessThanOrEqual(2)
})

test('the API fetches at most 64 pictures at once, and reports the others as pending', async () => {
  const { host, requests } = await serve(() => {})
  const { read, failures } = picturesOf(host, { times: { ...pictureTimes, wait: 20, fetch: 100 } })
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, index) => read({ id: `wallet${index}` })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['pending']))
  await expect.poll(() => failures.length).toBe(64)
  expect(requests.length).toBeLessThanOrEqual(64)
})

test('the API follows redirects between named hosts, and requests the next URL if one has no picture', async () => {
  const { host: second } = await serve((_, response) => response.end(png))
  const { host, requests } = await serve(({ url }, response) =>
    url === '/first/a'
      ? response.writeHead(404).end()
      : response.writeHead(301, { location: `http://${second}/there` }).end(),
  )
  const { read } = picturesOf(host, {
    source: {
      from: [`http://${host}/first/{id}`, `http://${host}/second/{id}`],
      hosts: [],
      internal: [host, second],
    },
    fetch: createFetch([host, second]),
  })
  expect(await read({ id: 'a' })).toMatchObject({ status: 'found' })
  expect(requests).toEqual(['/first/a', '/second/a'])
})

test.each([undefined, 'cdn.example'])(
  "no public host redirects into the operator's own network, also not over a second named host (%s)",
  async (between) => {
    const { host, requests } = await serve((_, response) => response.end(png))
    const called: string[] = []
    const fetchPublic: ReturnType<typeof createFetch> = async (url, options) => {
      called.push(url.host)
      if (url.host === host) return createFetch([host])(url, options)
      const location =
        url.host === 'pictures.example' && between !== undefined
          ? `https://${between}/`
          : `http://${host}/private?a=b`
      return { status: 302, location, body: Buffer.alloc(0) }
    }
    const { failures, read } = picturesOf(host, {
      source: { from: ['https://pictures.example/{id}'], hosts: ['cdn.example'], internal: [host] },
      fetch: fetchPublic,
    })
    expect(await read({ id: 'a' })).toEqual({ status: 'none' })
    expect([requests, called.at(-1), failures]).toEqual([
      [],
      between ?? 'pictures.example',
      ['It redirects to a host that is not named'],
    ])
  },
)

test('a named host that resolves to a private address has no picture', async () => {
  // `createLookup` throws this error for a name without a public address
  const refuse = () => Promise.reject(new AddressError('The name leads to no public address'))
  const { failures, read } = picturesOf('', {
    source: { from: ['https://pictures.example/{id}'], hosts: [], internal: [] },
    fetch: refuse,
  })
  expect(await read({ id: 'a' })).toEqual({ status: 'none' })
  expect(failures).toHaveLength(1)
})

test('a stored picture is fetched again only after a month, and stays when the new request fails', async () => {
  let isWell = true
  const { host, requests } = await serve((_, response) =>
    isWell ? response.end(png) : response.writeHead(404).end(),
  )
  const database = await openDatabase('memory')
  const storeOf = () =>
    createPictureStore(
      async () => ({ ...database, close: async () => {} }),
      () => {},
    )
  onTestFinished(() => database.close())
  await expect(picturesOf(host, { store: storeOf() }).read({ id: 'a' })).resolves.toMatchObject({
    status: 'found',
  })
  const next = picturesOf(host, { store: storeOf() })
  expect(await next.read({ id: 'a' })).toEqual({
    status: 'found',
    picture: { type: 'image/png', bytes: png },
  })
  expect(requests.length).toBe(1)
  isWell = false
  const late = picturesOf(host, { store: storeOf(), now: () => 1_000_000 + pictureTimes.retention })
  expect(await late.read({ id: 'a' })).toMatchObject({ status: 'found' })
  expect(requests.length).toBe(2)
})

test('in a full database a picture replaces its old version, or else the oldest picture', async () => {
  const database = await openDatabase('memory')
  const store = createPictureStore(
    async () => ({ ...database, close: async () => {} }),
    () => {},
    3,
  )
  onTestFinished(() => database.close())
  const put = (url: string, fetchedAt: number) =>
    store.put(url, { picture: { type: 'image/png', bytes: png }, fetchedAt })
  for (const [url, fetchedAt] of [
    ['a', 2],
    ['b', 1],
    ['c', 3],
    ['c', 4],
    ['d', 5],
    ['a', 6],
    ['e', 7],
  ] as const)
    await put(url, fetchedAt)
  const stored = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map(async (url) => (await store.find([url]))?.fetchedAt),
  )
  expect(stored).toEqual([6, undefined, undefined, 5, 7])
})

test('a picture is served even if the database fails', async () => {
  const { host } = await serve((_, response) => response.end(png))
  const down = () => Promise.reject(new DatabaseError('The database does not answer'))
  const { read, failures } = picturesOf(host, {
    store: { find: down, put: down, close: async () => {} },
  })
  expect(await read({ id: 'a' })).toMatchObject({ status: 'found' })
  expect(failures).toEqual(['The database does not answer', 'The database does not answer'])
})

test('the API lists a fetched picture and serves it with its real type, and caches a monogram only for a minute', async () => {
  const { host } = await serve(({ url }, response) =>
    url === '/org.has.png'
      ? response.setHeader('content-type', 'text/html').end(png)
      : response.writeHead(404).end(),
  )
  const wallets = [
    { id: 'org.has', name: 'Has' },
    { id: 'org.none', name: 'None' },
    { id: 'io.metamask', name: 'MetaMask', icon: 'metamask' },
  ]
  const api = createApi({
    chains: [chainAt('http://127.0.0.1:1')],
    wallets,
    walletPictures: { from: [`http://${host}/{id}.png`], internal: [host] },
  })
  onTestFinished(() => api.close())
  const { data } = await (await api.app.request('/getWallets')).json()
  expect(data.map(({ image_id }: { image_id: unknown }) => image_id)).toEqual([
    'org.has',
    'org.none',
    'io.metamask',
  ])
  const has = await api.app.request('/getWalletImage/org.has')
  expect(Object.fromEntries(has.headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cache-control': expect.stringContaining('max-age=86400'),
  })
  expect(Buffer.from(await has.arrayBuffer())).toEqual(png)
  const none = await api.app.request('/getWalletImage/org.none')
  expect([
    none.headers.get('content-type'),
    none.headers.get('cache-control'),
    (await none.text()).includes('<text'),
  ]).toEqual(['image/svg+xml', 'public, max-age=60', true])
  const unknown = await api.app.request('/getWalletImage/nobody')
  expect(unknown.headers.get('cache-control')).toContain('max-age=86400')
})

test('without the setting, a wallet without a drawing has no picture', async () => {
  const { app } = createApi({
    chains: [chainAt('http://127.0.0.1:1')],
    wallets: [{ id: 'org.none', name: 'None' }],
  })
  expect((await (await app.request('/getWallets')).json()).data[0].image_id).toBeNull()
})
