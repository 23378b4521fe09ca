import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Part } from '@latchkey/server/part'
import { expect, onTestFinished, test } from 'vitest'
import { readArchive } from './archive.ts'
import { requestBackup, startControl } from './control.ts'

/** A service whose backup has more data than sockets buffer. */
const part: Part = {
  segments: new Set(),
  answer: async () => {},
  onDefect: () => {},
  fault: async () => undefined,
  metrics: () => '',
  async snapshot(folder) {
    await mkdir(folder)
    await writeFile(join(folder, 'data'), randomBytes(8 * 1024 * 1024))
    return true
  },
}
const parts = { names: ['relay'], running: { relay: part } } as const

async function newFolder(name: string): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'latchkey-control-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  const folder = join(parent, name)
  await mkdir(folder)
  return folder
}

test.each([
  ['short', 'short'],
  ['long', 'long'.repeat(50)],
  ['long in bytes', 'ö'.repeat(60)],
])(
  'only the owner can open the socket for backups, in a folder with a name that is %s',
  async (_, name) => {
    const folder = await newFolder(name)
    await mkdir(join(folder, 'read'))
    expect(await requestBackup(folder, async () => {})).toBe(undefined)
    const end = await startControl(folder, parts, () => {})
    expect((await stat(join(folder, 'control'))).mode & 0o777).toBe(0o600)
    expect(
      await requestBackup(
        folder,
        async (archive) => void (await readArchive(archive, join(folder, 'read'))),
      ),
    ).toBe(true)
    expect((await stat(join(folder, 'read/relay/data'))).size).toBe(8 * 1024 * 1024)
    await end()
    expect(await readdir(folder)).toEqual(['read'])
    expect(await requestBackup(folder, async () => {})).toBe(undefined)
    expect(await requestBackup(join(folder, 'nowhere'), async () => {})).toBe(undefined)
  },
)

test('a client that does not read its backup is disconnected, and the next client gets a backup', async () => {
  const folder = await newFolder('slow')
  const failures: unknown[] = []
  const end = await startControl(folder, parts, (error) => failures.push(error), { patience: 200 })
  onTestFinished(end)
  const outgoing = request(
    { socketPath: join(folder, 'control'), path: '/backup', method: 'POST' },
    (answer) => void answer.on('error', () => {}).pause(),
  )
  const cut = new Promise((resolve) => outgoing.on('error', () => {}).on('close', resolve))
  outgoing.end()
  await expect.poll(() => failures.length, { timeout: 10_000 }).toBe(1)
  expect((await readdir(folder)).filter((name) => name.startsWith('.backup-'))).toEqual([])
  expect(
    await requestBackup(folder, (archive) =>
      pipeline(archive, createWriteStream(join(folder, 'archive'))),
    ),
  ).toBe(true)
  outgoing.destroy()
  await cut
})
