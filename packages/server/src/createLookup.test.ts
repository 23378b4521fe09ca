import { createSocket } from 'node:dgram'
import type { LookupAddress } from 'node:dns'
import { isIPv6 } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createLookup } from './publicAddresses.ts'

const [typeA, typeCname, typeAaaa] = [1, 5, 28]
const nameBytes = (name: string) =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label)])),
    Buffer.of(0),
  ])
const addressBytes = (address: string) =>
  isIPv6(address)
    ? Buffer.from(
        address
          .split(':')
          .map((part) => part.padStart(4, '0'))
          .join(''),
        'hex',
      )
    : Buffer.from(address.split('.').map(Number))

function record(name: string, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(10)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(1, 2)
  head.writeUInt32BE(60, 4)
  head.writeUInt16BE(data.length, 8)
  return Buffer.concat([nameBytes(name), head, data])
}

/**
 * The DNS names that the test's server knows, each with its addresses (IPv6 in full) or with
 * another name. The server does not answer for any other name.
 */
const names: Readonly<Record<string, readonly string[]>> = {
  'two.example': ['8.8.8.8', '1.1.1.1'],
  'both.example': ['8.8.4.4', '2606:4700:0:0:0:0:0:1111'],
  'six.example': ['2606:4700:0:0:0:0:0:1111'],
  'inside.example': ['10.0.0.1'],
  'mixed.example': ['8.8.8.8', '127.0.0.1'],
  'hidden.example': ['8.8.8.8', 'fd12:0:0:0:0:0:0:1'],
  'alias.example': ['two.example'],
  'trap.example': ['inside.example'],
  'none.example': [],
}

/** Returns the records of a name, and of the names to which it leads. */
function recordsOf(name: string, type: number): Buffer[] {
  return (names[name] ?? []).flatMap((to) => {
    if (to in names) return [record(name, typeCname, nameBytes(to)), ...recordsOf(to, type)]
    return type === (isIPv6(to) ? typeAaaa : typeA) ? [record(name, type, addressBytes(to))] : []
  })
}

/** Starts a name server on this machine. */
async function startDns() {
  const queries: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const labels: string[] = []
    let place = 12
    for (let length = query[place] ?? 0; length > 0; length = query[place] ?? 0) {
      labels.push(query.toString('latin1', place + 1, place + 1 + length))
      place += 1 + length
    }
    const name = labels.join('.')
    queries.push(name)
    if (!(name in names)) return
    const answers = recordsOf(name, query.readUInt16BE(place + 1))
    const head = Buffer.from([
      query[0] ?? 0,
      query[1] ?? 0,
      0x81,
      0x80,
      0,
      1,
      0,
      answers.length,
      0,
      0,
      0,
      0,
    ])
    socket.send(
      Buffer.concat([head, query.subarray(12, place + 5), ...answers]),
      from.port,
      from.address,
    )
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => void socket.close())
  const servers = [`127.0.0.1:${socket.address().port}`]
  const lookup = (
    name: string,
    {
      signal,
      all = 5_000,
      ...options
    }: { signal?: AbortSignal; all?: number; family?: number; one?: true } = {},
  ) =>
    new Promise<string | LookupAddress[]>((resolve, reject) =>
      createLookup(signal, { servers, milliseconds: { all, first: 5_000 } })(
        name,
        { ...options, all: !options.one },
        (error, found) => (error ? reject(error) : resolve(found)),
      ),
    )
  return { queries, lookup }
}

test('the lookup finds the addresses of a public name and of its alias', async () => {
  const { lookup } = await startDns()
  const two = [
    { address: '8.8.8.8', family: 4 },
    { address: '1.1.1.1', family: 4 },
  ]
  expect(await lookup('two.example')).toEqual(two)
  expect(await lookup('alias.example')).toEqual(two)
  expect(await lookup('two.example', { one: true })).toBe('8.8.8.8')
  expect(await lookup('both.example')).toEqual([
    { address: '8.8.4.4', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ])
  expect(await lookup('both.example', { one: true, family: 6 })).toBe('2606:4700::1111')
  expect(await lookup('six.example', { one: true })).toBe('2606:4700::1111')
})

test.each([
  'inside.example',
  'mixed.example',
  'hidden.example',
  'trap.example',
  'localhost',
  'inside',
  '127.0.0.1',
  '::1',
])('the name %s is refused, because not all its addresses are public', async (name) => {
  const { lookup } = await startDns()
  await expect(lookup(name)).rejects.toMatchObject({ name: 'AddressError' })
  if (name === 'hidden.example')
    await expect(lookup(name, { family: 4 })).rejects.toMatchObject({ name: 'AddressError' })
})

test('the lookup sends no query for a literal address, or for a name without a dot', async () => {
  const { lookup, queries } = await startDns()
  expect(await lookup('8.8.8.8', { one: true })).toBe('8.8.8.8')
  await expect(lookup('localhost')).rejects.toThrow()
  expect(queries).toEqual([])
})

test('the lookup of a name without addresses fails with the error of the name server', async () => {
  const { lookup } = await startDns()
  await expect(lookup('none.example')).rejects.toMatchObject({ code: 'ENODATA' })
})

test('a lookup without an answer ends at its time limit, or when its caller aborts', async () => {
  const { lookup, queries } = await startDns()
  await expect(lookup('silent.example', { all: 20 })).rejects.toMatchObject({ code: 'ECANCELLED' })
  const caller = new AbortController()
  const waiting = Array.from({ length: 8 }, () =>
    lookup('silent.example', { signal: caller.signal }).catch((error: unknown) => error),
  )
  await expect.poll(() => queries.length).toBe(18)
  caller.abort(new Error('gone'))
  for (const error of await Promise.all(waiting)) expect(error).toMatchObject({ message: 'gone' })
  await expect(lookup('two.example', { signal: caller.signal })).rejects.toThrow('gone')
})
