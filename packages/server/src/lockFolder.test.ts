import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { FolderInUseError, lockFolder } from './lockFolder.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-lock-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('one holder at a time has a folder', async () => {
  const folder = await newFolder()
  const unlock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError)
  await unlock()
  await (await lockFolder(folder))()
})

test('another process keeps the folder until it is gone, however it goes', async () => {
  const folder = await newFolder()
  const script = `import(${JSON.stringify(new URL('lockFolder.ts', import.meta.url).href)}).then(({ lockFolder }) => lockFolder(${JSON.stringify(folder)})).then(() => console.log('locked')); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  await expect(lockFolder(folder)).rejects.toThrow(`in use by another process (${child.pid})`)
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  await (await lockFolder(folder))()
})

test.each(['', '{', '{"pid":2147483646}', `{"pid":${process.pid},"started":"another boot 1"}`, `{"pid":${process.pid}}`])('the lock %s is nobody\'s', async (text) => {
  const folder = await newFolder()
  await writeFile(join(folder, 'lock'), text)
  const unlock = await lockFolder(folder)
  expect(JSON.parse(await readFile(join(folder, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid })
  await unlock()
})
