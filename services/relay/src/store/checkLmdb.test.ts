import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { argsOf } from '@latchkey/server/testing/programs'
import { shortRun } from '@latchkey/server/testing/shortRun'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLmdb } from './checkLmdb.ts'
import { newClient, newMessage, newTopic, textsFor } from './conformance/world.ts'
import { createLmdbStore } from './lmdbStore.ts'

const bytes = 1024 ** 3
let root: string
/** The file of a closed store that has branch pages and large messages. */
let whole: string
const topics = Array.from({ length: 200 }, newTopic)
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'latchkey-relay-'))
  const store = await createLmdbStore({ folder: join(root, 'whole'), bytes })
  const publishers = topics.map((topic, index) => ({
    topic,
    publisher: newClient(),
    large: index % 20 === 0,
  }))
  await Promise.all(
    publishers.map(({ topic, publisher, large }) =>
      store.publish(newMessage(topic, publisher, `text ${large ? 'x'.repeat(30_000) : topic}`)),
    ),
  )
  await store.close()
  whole = join(root, 'whole', 'data.mdb')
}, 60_000)
afterAll(() => rm(root, { recursive: true, force: true }))

const flip =
  (count: number, ...offsets: number[]) =>
  async (file: string) => {
    const content = await readFile(file)
    for (const offset of offsets)
      for (let index = offset; index < offset + count; index += 1)
        content[index] = ~(content[index] ?? 0) & 0xff
    await writeFile(file, content)
  }
const flipEvery =
  (step: number, first = 0) =>
  async (file: string) => {
    const content = await readFile(file)
    for (let index = first; index < content.length; index += step)
      content[index] = ~(content[index] ?? 0) & 0xff
    await writeFile(file, content)
  }
/** The end of the last page that the newest state of the database uses. */
const endOf = (content: Buffer) =>
  (1 +
    Math.max(Number(content.readBigUInt64LE(144)), Number(content.readBigUInt64LE(4_096 + 144)))) *
  4_096
async function copyOf(name: string): Promise<string> {
  const folder = join(root, name)
  await mkdir(folder)
  await copyFile(whole, join(folder, 'data.mdb'))
  return folder
}

const damages: readonly (readonly [what: string, damage: (file: string) => Promise<unknown>])[] = [
  ['64 bytes of both first pages', flip(64, 8, 4_104)],
  ['64 bytes of one of them', flip(64, 4_104)],
  ['the sign of the first page', flip(4, 24)],
  ['the number of the second page', flip(8, 4_096)],
  ['the size of pages', flip(4, 48)],
  ['the roots of both states', flip(8, 136, 4_096 + 136)],
  ['the last pages of both states', flip(8, 144, 4_096 + 144)],
  ['every 500th byte', flipEvery(500)],
  ['every 500th byte, the first pages whole', flipEvery(500, 8_192)],
  [
    'all pages behind the first two',
    async (file) => writeFile(file, (await readFile(file)).fill(0, 8_192)),
  ],
  ['cut to a page', (file) => truncate(file, 4_096)],
  ['cut to two pages', (file) => truncate(file, 8_192)],
  ['cut within the first page', (file) => truncate(file, 100)],
  [
    'cut by half of its data',
    async (file) => truncate(file, Math.floor(endOf(await readFile(file)) / 8_192) * 4_096),
  ],
  ['cut by a byte of its data', async (file) => truncate(file, endOf(await readFile(file)) - 1)],
]

test.each(damages)(
  '%s: the error names a remedy, and the file stays unchanged',
  async (name, damage) => {
    const folder = await copyOf(name)
    const file = join(folder, 'data.mdb')
    await damage(file)
    const before = await readFile(file)
    await expect(createLmdbStore({ folder, bytes })).rejects.toMatchObject({
      name: 'UnusableFolderError',
      message: expect.stringMatching(
        /damaged.* restore a backup .* begins anew in an empty folder$/,
      ),
    })
    expect(before.equals(await readFile(file))).toBe(true)
    // a backup in the place of the damaged file can be opened
    await copyFile(whole, file)
    await (await createLmdbStore({ folder, bytes })).close()
  },
)

test('a file that is cut at any place is refused, unless all its data is left', async () => {
  const folder = await copyOf('cut')
  const file = join(folder, 'data.mdb')
  const content = await readFile(file)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: content.length }), async (size) => {
      await writeFile(file, content.subarray(0, size))
      const refused = await checkLmdb(folder).then(
        () => false,
        () => true,
      )
      expect(refused).toBe(size < endOf(content))
    }),
    { numRuns: 50 },
  )
})

test('a complete file, a file without its unused end, and a copy of a running store open with all their data', async () => {
  const closed = await copyOf('closed')
  const short = await copyOf('short')
  await truncate(join(short, 'data.mdb'), endOf(await readFile(whole)))
  const running = await createLmdbStore({ folder: await copyOf('running'), bytes })
  await running.snapshot?.(join(root, 'copy'))
  await running.close()
  for (const folder of [closed, short, join(root, 'copy')]) {
    const store = await createLmdbStore({ folder, bytes })
    for (const topic of topics.slice(0, 20))
      expect(await textsFor(store, newClient(), topic)).toHaveLength(1)
    await store.close()
  }
})

test('a folder without a file, or with an empty one, opens as a new store', async () => {
  for (const name of ['new', 'empty']) {
    const folder = join(root, name)
    if (name === 'empty') {
      await mkdir(folder)
      await writeFile(join(folder, 'data.mdb'), '')
    }
    for (let count = 0; count < 3; count += 1)
      await (await createLmdbStore({ folder, bytes })).close()
    expect((await stat(join(folder, 'data.mdb'))).size).toBeGreaterThan(8_192)
  }
})

test('a store whose process was killed at any time opens with every answered message', {
  timeout: 60_000,
}, async () => {
  const folder = join(root, 'killed')
  for (const lines of [1, 2, 30]) {
    const child = spawn(
      process.execPath,
      [
        ...shortRun,
        ...argsOf(new URL('../testing/publishForever.entry.ts', import.meta.url)),
        folder,
      ],
      { stdio: ['pipe', 'pipe', 'ignore'] },
    )
    const gone = once(child, 'exit')
    let last = ''
    let count = 0
    for await (const line of createInterface(child.stdout)) {
      last = line
      count += 1
      if (count === lines) break
    }
    child.kill('SIGKILL')
    await gone
    const store = await createLmdbStore({ folder, bytes })
    const [topic = '', text] = last.split(' ')
    expect(await textsFor(store, newClient(), topic)).toEqual([text])
    await store.close()
  }
})
