import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { FolderInUseError, lockFolder } from './lockFolder.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-lock-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

const inNamespaces = [
  'unshare',
  '--user',
  '--map-root-user',
  '--pid',
  '--mount',
  '--mount-proc',
  '--fork',
  '--kill-child',
]
const hasNamespaces =
  spawnSync(inNamespaces[0] ?? '', [...inNamespaces.slice(1), 'true']).status === 0

/**
 * Starts a process that locks the folder. `pid` is its id as the process itself sees it; in another
 * namespace that differs.
 */
async function startHolder(folder: string, before: readonly string[] = []) {
  const script = `import(${JSON.stringify(new URL('lockFolder.ts', import.meta.url).href)}).then(({ lockFolder }) => lockFolder(${JSON.stringify(folder)})).then(() => console.log('locked ' + process.pid)); setInterval(() => {}, 1000)`
  const [program = '', ...args] = [
    ...before,
    process.execPath,
    '--import',
    'tsx',
    '--input-type=module',
    '-e',
    script,
  ]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await gone
  }
  onTestFinished(kill)
  const [line] = await once(child.stdout, 'data')
  return {
    pid: Number(/\d+/.exec(String(line))?.[0]),
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    kill,
  }
}

const quick = { sign: 20, silence: 200 }
const lockOf = async (folder: string): Promise<unknown> =>
  JSON.parse(await readFile(join(folder, 'lock'), 'utf8'))

test('one holder at a time locks a folder, and the unlocked folder contains only `lock.room`', async () => {
  const folder = await newFolder()
  const unlock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError)
  await unlock()
  await (await lockFolder(folder))()
  expect(await readdir(folder)).toEqual(['lock.room'])
})

test('a folder with a long path can be locked', async () => {
  const folder = join(await newFolder(), 'a'.repeat(120))
  await mkdir(folder)
  const unlock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError)
  await unlock()
  expect(await readdir(folder)).toEqual(['lock.room'])
})

test('a folder stays locked until the process that locked it has ended, in any way', async () => {
  const folder = await newFolder()
  const other = await startHolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(`in use by another process (${other.pid})`)
  await other.kill()
  await (await lockFolder(folder))()
  expect(await readdir(folder)).toEqual(['lock.room'])
})

test('a folder stays locked while the process that locked it is suspended', async () => {
  const folder = await newFolder()
  const other = await startHolder(folder)
  other.signal('SIGSTOP')
  await expect(lockFolder(folder, { life: quick })).rejects.toThrow(FolderInUseError)
  await expect(lockFolder(folder, { life: quick })).rejects.toThrow(FolderInUseError)
})

test.skipIf(!hasNamespaces)(
  `a folder stays locked while a process in another container holds it${hasNamespaces ? '' : ' (this machine allows no namespaces)'}`,
  async () => {
    const folder = await newFolder()
    const other = await startHolder(folder, inNamespaces)
    expect(other.pid).toBeLessThan(10) // a new namespace counts from one
    await expect(lockFolder(folder, { life: quick })).rejects.toThrow(FolderInUseError)
    await other.kill() // ends the namespace; the process ends a moment later
    await expect
      .poll(async () => (await lockFolder(folder, { life: quick }))(), { timeout: 10_000 })
      .toBeUndefined()
  },
)

test('when several processes start over the lock of an ended process, one of them locks the folder', async () => {
  const folder = await newFolder()
  await (await startHolder(folder)).kill()
  const started = await Promise.allSettled(Array.from({ length: 12 }, () => lockFolder(folder)))
  const held = started.filter((result) => result.status === 'fulfilled')
  expect(held).toHaveLength(1)
  for (const result of started)
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(FolderInUseError)
  await held[0]?.value()
  expect(await readdir(folder)).toEqual(['lock.room'])
})

const foreign = () => ({
  id: randomUUID(),
  kernel: 'another machine',
  socket: true,
  pid: process.pid,
})

test('the lock of a process on another machine is taken over when that process does not renew the lock', async () => {
  const folder = await newFolder()
  await writeFile(join(folder, 'lock'), JSON.stringify(foreign()))
  const unlock = await lockFolder(folder, { life: quick })
  expect(await lockOf(folder)).toMatchObject({
    pid: process.pid,
    kernel: expect.not.stringContaining('another'),
  })
  await unlock()
})

test('the lock of a process on another machine is respected while that process renews the lock', async () => {
  const folder = await newFolder()
  await writeFile(join(folder, 'lock'), JSON.stringify(foreign()))
  let sign = 1_000
  const living = setInterval(() => {
    utimes(join(folder, 'lock'), sign, sign).catch(() => {}) // an error after the test is ignored
    sign += 1
  }, 5)
  onTestFinished(() => clearInterval(living))
  await expect(lockFolder(folder, { life: { sign: 20, silence: 10_000 } })).rejects.toThrow(
    FolderInUseError,
  )
})

test('a holder whose lock another process has taken over is notified, and leaves the new lock in place', async () => {
  const folder = await newFolder()
  const other = foreign()
  let lose = () => {}
  const lost = new Promise<void>((resolve) => {
    lose = resolve
  })
  const unlock = await lockFolder(folder, { life: quick, onLost: lose })
  await writeFile(join(folder, 'lock'), JSON.stringify(other))
  await lost
  await unlock()
  expect(await lockOf(folder)).toEqual(other)
})

test('a hanging lock file does not block other files', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const folder = await newFolder()
  const lock = join(folder, 'lock')
  const unlock = await lockFolder(folder)
  await rm(lock)
  spawnSync('mkfifo', [lock]) // opening a FIFO for reading waits for a writer
  vi.advanceTimersByTime(20_000)
  expect(await readdir(folder)).toContain('lock')
  const writer = await open(lock, 'r+')
  await rm(lock)
  await writer.close()
  await unlock()
})

test.each([
  '',
  '{',
  '{"pid":2147483646}',
  '[[[[[[',
  `{"pid":${process.pid},"started":"another boot 1"}`,
  `{"pid":${process.pid}}`,
])('the lock %s belongs to no running process and is replaced', async (text) => {
  const folder = await newFolder()
  await writeFile(join(folder, 'lock'), text)
  const unlock = await lockFolder(folder)
  expect(await lockOf(folder)).toMatchObject({ pid: process.pid })
  await unlock()
})

test('a lock that cannot be read is not removed', async () => {
  const folder = await newFolder()
  await mkdir(join(folder, 'lock'))
  await expect(lockFolder(folder)).rejects.toThrow('EISDIR')
  expect(await readdir(folder)).toEqual(['lock'])
})
