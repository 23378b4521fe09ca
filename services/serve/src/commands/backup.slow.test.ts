import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, gzipSync } from 'node:zlib'
import { checkOtp, createAccount, getShare, startEmail } from '@latchkey/protocol/walletServer'
import { lockFolder } from '@latchkey/server/lockFolder'
import * as fc from 'fast-check'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestClient } from '../../../relay/src/testing/createTestClient.ts'
import { openTestSocket } from '../../../relay/src/testing/openTestSocket.ts'
import { newTopic } from '../../../relay/src/testing/startTestRelay.ts'
import { createTestDevice } from '../../../wallet/src/server/testing/createTestDevice.ts'
import { addresses, passwordShare, secret } from '../../../wallet/src/server/testing/makeAccount.ts'
import { readArchive, writeArchive } from '../backup/archive.ts'
import { backup } from './backup.ts'
import { startPair } from '../testing/relayTraffic.ts'
import { killAll, runProgram, startProgram } from '../testing/startProgram.ts'
import { readSettings } from '../settings/readSettings.ts'
import { fromDisk, site, startTestWorld, type TestWorld } from '../testing/startTestServe.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(async () => {
  killAll()
  await world.close()
})

const query = { projectId: site.projectId }

test('all data is restored from a backup of the running program, and from a backup of its folder', {
  timeout: 240_000,
}, async () => {
  const program = await startProgram(world.file)
  const url = `ws://localhost:${world.port}/relay`
  const [phone, topic, email] = [createTestClient(), newTopic(), `${randomUUID()}@example.com`]
  const [one, other] = [
    await openTestSocket(url, phone, { query }),
    await openTestSocket(url, createTestClient(), { query }),
  ]
  await one.ask('irn_subscribe', { topic })
  await one.close()
  await other.ask('irn_publish', { topic, message: 'kept', ttl: 3_600, tag: 1108 })
  const device = await createTestDevice(world.wallet)
  await device.ask(startEmail, { email, ...site })
  await expect
    .poll(async () => (await fetch(`${world.mail.url}/messages.json?to=${email}`)).text())
    .toMatch(/\d{6}/)
  const [mail] = (await (await fetch(`${world.mail.url}/messages.json?to=${email}`)).json()) as {
    subject: string
  }[]
  await device.ask(checkOtp, { otp: /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '' })
  const sent = {
    setId: randomUUID(),
    addresses,
    split: { serverShare: secret(17), recovery: passwordShare() },
  }
  await device.ask(createAccount, sent)

  const traffic = await startPair(url, 'during', query)
  await expect.poll(() => traffic.acknowledged.length).toBeGreaterThan(20)
  const before = traffic.acknowledged.length
  const running = join(world.folder, 'running.tar.gz')
  expect(await runProgram('backup', running, '--config', world.file)).toMatchObject({
    code: 0,
    stderr: '',
    out: expect.stringContaining('of the running program'),
  })
  expect(traffic.acknowledged.length).toBeGreaterThan(before)
  expect((await runProgram('backup', running, '--config', world.file)).stderr).toMatch(
    /exists: name another file/,
  )
  await traffic.finish()
  await traffic.close()
  expect(await program.stop()).toBe(0)
  const stopped = join(world.folder, 'stopped.tar.gz')
  expect(await runProgram('backup', stopped, '--config', world.file)).toMatchObject({
    code: 0,
    stderr: '',
    out: expect.stringContaining('which nobody used meanwhile'),
  })
  for (const file of [running, stopped]) expect((await stat(file)).mode & 0o077).toBe(0)
  expect((await readdir(join(world.folder, 'data'))).toSorted()).toEqual(['api', 'relay', 'wallet'])

  expect((await runProgram('restore', running, '--config', world.file)).stderr).toMatch(
    /is not empty/,
  )
  for (const archive of [running, stopped]) {
    const store = `restored-${archive === running}`
    const file = await world.write(`${store}.json`, { store })
    expect(await runProgram('restore', archive, '--config', file)).toMatchObject({
      code: 0,
      stderr: '',
    })
    const back = await startProgram(file)
    expect(await device.ask(getShare, { setId: sent.setId })).toEqual({
      serverShare: sent.split.serverShare,
    })
    const again = await openTestSocket(url, phone, { query })
    await again.ask('irn_batchSubscribe', { topics: [topic] })
    expect((await again.push()).params.data.message).toBe('kept')
    expect(await back.stop()).toBe(0)
  }
})

test('while the program starts or stops, a backup fails with a message and leaves no file', async () => {
  const folder = await newFolder()
  await mkdir(join(folder, 'api'))
  // locked like the folder of a program that does not listen for backups yet
  const unlock = await lockFolder(join(folder, 'api'))
  const file = join(folder, 'early.tar.gz')
  const settings = await readSettings(await world.write('early.json', { store: folder }), fromDisk)
  await expect(backup(settings, file, () => {})).rejects.toThrow(
    /is still starting, or is ending: try again/,
  )
  await unlock()
  expect(await readdir(folder)).toEqual(['api'])
  await backup(settings, file, () => {})
  expect((await stat(file)).size).toBeGreaterThan(0)
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-archive-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Returns the bytes of a small archive. */
async function smallArchive(): Promise<Buffer> {
  const folder = await newFolder()
  await writeFile(join(folder, 'data.mdb'), randomBytes(50_000))
  await writeFile(join(folder, 'lock'), 'not kept')
  const file = join(await newFolder(), 'archive')
  const target = createWriteStream(file)
  await writeArchive({ relay: folder }, target)
  await new Promise((resolve) => target.end(resolve))
  return readFile(file)
}

/** Builds an archive with these entries, and a manifest that matches them. */
async function forged(
  entries: readonly {
    name: string
    type?: 'file' | 'symlink' | 'link' | 'directory' | 'fifo'
    linkname?: string
    text?: string
  }[],
  changed: object = {},
): Promise<Buffer> {
  const archive = pack()
  const files: Record<string, { bytes: number; sha256: string }> = {}
  for (const { name, type = 'file', linkname, text = '' } of entries) {
    if (type === 'file') archive.entry({ name }, text)
    else archive.entry({ name, type, ...(linkname !== undefined && { linkname }) })
    files[name] = {
      bytes: Buffer.byteLength(text),
      sha256: createHash('sha256').update(text).digest('hex'),
    }
  }
  archive.entry(
    { name: 'manifest.json' },
    JSON.stringify({
      format: 1,
      program: '0.1.0',
      at: '2026-11-26T06:00:00.000Z',
      versions: {},
      files,
      ...changed,
    }),
  )
  archive.finalize()
  const parts: Buffer[] = []
  await pipeline(archive, createGzip(), async function (source: AsyncIterable<Buffer>) {
    for await (const part of source) parts.push(part)
  })
  return Buffer.concat(parts)
}

const read = async (bytes: Buffer, folder?: string) =>
  readArchive(Readable.from([bytes]), folder ?? (await newFolder()))

test('an archive does not contain the lock file, and its other files are restored', async () => {
  const folder = await newFolder()
  const { files } = await read(await smallArchive(), folder)
  expect(Object.keys(files)).toEqual(['relay/data.mdb'])
  expect(await readdir(join(folder, 'relay'))).toEqual(['data.mdb'])
})

test('an archive with a changed byte or a missing end is rejected', {
  timeout: 60_000,
}, async () => {
  const whole = await smallArchive()
  const honest = await read(whole)
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length - 1),
      fc.integer({ min: 1, max: 255 }),
      fc.boolean(),
      async (at, by, cut) => {
        const bytes = cut ? whole.subarray(0, at) : Buffer.from(whole)
        if (!cut) bytes[at] = (bytes[at] ?? 0) ^ by
        const outcome = await read(bytes).then(
          (outcome) => (cut ? 'read' : outcome),
          (error: unknown) => (error instanceof Error ? error.name : 'thrown'),
        )
        // some bytes may change without an effect, such as the time in gzip's header
        expect(['ArchiveError', honest]).toContainEqual(outcome)
      },
    ),
    { numRuns: 60 },
  )
  await expect(read(gzipSync('no archive'))).rejects.toThrow('The archive')
  await expect(read(Buffer.alloc(0))).rejects.toThrow('The archive')
})

test.each([
  ['a path to the parent folder', [{ name: '../outside', text: 'x' }]],
  ['a path to the parent folder below `relay/`', [{ name: 'relay/../../outside', text: 'x' }]],
  ['an absolute path', [{ name: '/tmp/outside', text: 'x' }]],
  ['a symbolic link', [{ name: 'relay/link', type: 'symlink' as const, linkname: '/etc/passwd' }]],
  ['a hard link', [{ name: 'relay/link', type: 'link' as const, linkname: '/etc/passwd' }]],
  ['a named pipe', [{ name: 'relay/pipe', type: 'fifo' as const }]],
  ['a file outside the services’ folders', [{ name: 'other/file', text: 'x' }]],
  [
    'a file twice',
    [
      { name: 'relay/a', text: 'x' },
      { name: 'relay/a', text: 'x' },
    ],
  ],
])('an archive with %s is rejected', async (_, entries) => {
  await expect(read(await forged(entries))).rejects.toThrow(
    /has something in it that no backup has/,
  )
})

test('an archive of another format, of a newer version or with a wrong manifest is rejected', async () => {
  const entries = [{ name: 'relay/a', text: 'x' }]
  expect((await read(await forged(entries))).program).toBe('0.1.0')
  await expect(read(await forged(entries, { format: 2 }))).rejects.toThrow(/format 2/)
  await expect(
    read(await forged(entries, { versions: { latchkey_wallet_schema: 999 } })),
  ).rejects.toThrow(/newer version/)
  await expect(read(await forged(entries, { files: {} }))).rejects.toThrow(
    /"relay\/a" is not as it was written/,
  )
  await expect(
    read(await forged([], { files: { 'relay/a': { bytes: 1, sha256: '0'.repeat(64) } } })),
  ).rejects.toThrow(/"relay\/a" is not as it was written/)
})

test('control characters in an archive are not printed', async () => {
  for (const changed of [
    { program: '\u001b[2J' },
    { format: 2, program: '\u001b[2J' },
    { at: '\u001b[2J' },
    { files: { '\u001b[2J': { bytes: 1, sha256: '0'.repeat(64) } } },
  ]) {
    await expect(read(await forged([], changed))).rejects.toThrow(/^The archive is damaged[ -~]*$/)
  }
})

test('a restore that fails leaves the folder empty', { timeout: 60_000 }, async () => {
  const archive = join(await newFolder(), 'damaged')
  const whole = await smallArchive()
  await writeFile(archive, whole.subarray(0, whole.length - 600))
  const file = await world.write('damaged.json', { store: 'damaged' })
  expect(await runProgram('restore', archive, '--config', file)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The archive/),
  })
  expect(await readdir(join(world.folder, 'damaged'))).toEqual([])
})
