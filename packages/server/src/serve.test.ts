import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { send, serve, type ServeOptions } from './serve.ts'
import { createShares } from './shares.ts'

async function start(options: Partial<ServeOptions>) {
  const server = await serve({
    port: 0,
    answer: async (_, response) => send(response, 200, 'ok'),
    onDefect: () => {},
    ...options,
  })
  onTestFinished(() => server.close({ drain: 1 }))
  return server
}

function open(port: number): Socket & { left: Promise<void> } {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  return Object.assign(socket, {
    left: new Promise<void>((resolve) => socket.on('error', () => {}).on('close', () => resolve())),
  })
}

const request = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'

test('an internal error closes only its own connection', async () => {
  const defects: unknown[] = []
  const { url } = await start({
    onDefect: (error) => defects.push(error),
    answer: async ({ url: path }, response) => {
      if (path === '/defect') throw new Error('ours')
      send(response, 200, 'ok')
    },
  })
  await expect(fetch(`${url}/defect`)).rejects.toThrow()
  expect(await (await fetch(url)).text()).toBe('ok')
  expect(defects).toMatchObject([{ message: 'ours' }])
})

test('when all connections are in use, the oldest one of the busiest address is closed for a new address', async () => {
  const refused: string[] = []
  const keys = ['a', 'a', 'a', 'b', 'c', 'd']
  const { port } = await start({
    connections: createShares({ each: 3, all: 4 }),
    addressOf: () => keys.shift() ?? '',
    onRefused: (reason) => refused.push(reason),
  })
  const answered = async (socket: Socket) => {
    socket.write(request)
    await new Promise((resolve) => socket.once('data', resolve))
  }
  const sockets = []
  for (let times = 0; times < 4; times += 1) {
    const socket = open(port)
    await answered(socket)
    sockets.push(socket)
  }
  await answered(open(port))
  await sockets[0]?.left
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false, false, false])
  await open(port).left // now no address has more than twice as many connections
  expect(refused).toEqual(['connections', 'connections'])
})

test('a connection beyond the limit of its address is closed, and a new one is accepted when another one closes', async () => {
  const refused: string[] = []
  const connections = createShares({ each: 1, all: 10 })
  const { port } = await start({ connections, onRefused: (reason) => refused.push(reason) })
  const first = open(port)
  first.write(request)
  await new Promise((resolve) => first.once('data', resolve))
  await open(port).left
  expect(refused).toEqual(['connections'])
  first.destroy()
  await expect.poll(() => connections.all).toBe(0)
  expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(200)
})

test('a server without WebSockets answers an upgrade request like any other request', async () => {
  const connections = createShares({ each: 1, all: 1 })
  const { port } = await start({ connections })
  const client = open(port)
  client.write(
    'GET / HTTP/1.1\r\nhost: a\r\nconnection: upgrade, close\r\nupgrade: websocket\r\n\r\n',
  )
  const [head] = await new Promise<Buffer[]>((resolve) =>
    client.once('data', (part) => resolve([part])),
  )
  expect(String(head)).toMatch(/^HTTP\/1.1 200 /)
  await client.left
  await expect.poll(() => connections.all).toBe(0)
})

test('pipelined requests are answered one after the other, and too many of them close the connection', async () => {
  const begun: (() => void)[] = []
  const { port } = await start({
    answer: (_, response) =>
      new Promise((resolve) => begun.push(() => resolve(send(response, 200, 'ok')))),
  })
  const socket = open(port)
  let text = ''
  socket.on('data', (part) => (text += String(part)))
  socket.write(request.repeat(3))
  for (let answered = 1; answered <= 3; answered += 1) {
    await expect.poll(() => begun.length).toBe(answered)
    begun[answered - 1]?.()
    await expect.poll(() => text.split('HTTP/1.1 200').length - 1).toBe(answered)
  }
  socket.write(request.repeat(1_000))
  await socket.left
  expect(begun).toHaveLength(4)
})

test('a client that does not read its answer in time is disconnected, even if it reads a few bytes', async () => {
  const refused: string[] = []
  const { port } = await start({
    writeLimit: 1,
    onRefused: (reason) => refused.push(reason),
    answer: async (_, response) => send(response, 200, 'x'.repeat(30_000_000)),
  })
  const still = open(port)
  still.write(request)
  await expect.poll(() => refused.length).toBe(1)
  const slow = open(port)
  slow.write(request)
  slow.once('readable', () => slow.read(1))
  await expect.poll(() => refused).toEqual(['slow', 'slow'])
})

test('a connection that reads one long answer after the other stays open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const refused: string[] = []
  const waiting: (() => number)[] = []
  const length = 30_000_000
  const { port } = await start({
    writeLimit: 30_000,
    onRefused: (reason) => refused.push(reason),
    answer: async ({ socket }, response) => {
      send(response, 200, 'x'.repeat(length))
      waiting.push(() => socket.writableLength)
    },
  })
  const client = open(port)
  client.write(request.repeat(2))
  await expect.poll(() => waiting[0]?.() ?? 0).toBeGreaterThan(0)
  vi.advanceTimersByTime(1_000)
  let taken = 0
  // stops reading after the first answer and a little of the second
  client.on('data', (part) => (taken += part.length) > length && client.pause())
  await expect.poll(() => waiting[1]?.() ?? 0).toBeGreaterThan(0)
  vi.advanceTimersByTime(30_000)
  expect(refused).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(refused).toEqual(['slow'])
})

/** Returns the number of open connections. */
const openOf = (sockets: readonly Socket[]) => sockets.filter(({ destroyed }) => !destroyed).length

test('a connection that never sends a byte is closed at its time limit', async () => {
  const refused: string[] = []
  const { port } = await start({
    limits: { firstByte: 60, checkInterval: 20 },
    onRefused: (reason) => refused.push(reason),
  })
  const sockets = Array.from({ length: 50 }, () => open(port))
  await Promise.all(sockets.map(({ left }) => left))
  expect(refused).toEqual(Array(50).fill('silent'))
})

test.each([
  ['a head', 'GET / HTTP/1.1\r\nhost: a\r\nx: '],
  ['a body', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100000\r\n\r\n'],
])('connections that send %s byte by byte are closed, and no longer count', async (_, begin) => {
  const connections = createShares({ each: 1_000, all: 1_000 })
  const { port } = await start({
    connections,
    limits: { firstByte: 100, head: 100, request: 200, checkInterval: 20 },
    answer: (request) => new Promise((resolve) => request.resume().once('close', resolve)),
  })
  const sockets = Array.from({ length: 100 }, () => open(port))
  sockets.forEach((socket) => socket.write(begin))
  const dribble = setInterval(
    () => sockets.forEach((socket) => !socket.destroyed && socket.write('x')),
    10,
  )
  onTestFinished(() => clearInterval(dribble))
  await expect.poll(() => openOf(sockets), { timeout: 5_000 }).toBe(0)
  await expect.poll(() => connections.all).toBe(0)
})

test('a connection that sends a request now and then stays open, whatever its age', async () => {
  const { port } = await start({
    limits: { firstByte: 60, head: 60, request: 60, checkInterval: 20 },
  })
  const socket = open(port)
  for (let times = 0; times < 5; times += 1) {
    socket.write(request)
    await new Promise((resolve) => socket.once('data', resolve))
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  expect(socket.destroyed).toBe(false)
})
