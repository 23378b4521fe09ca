import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { urlOf } from '@latchkey/server/testing/programs'
import { shortRun } from '@latchkey/server/testing/shortRun'
import type { Addresses } from './startLatchkey.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let stateDir: string
let started: ChildProcess[]

beforeEach(async () => {
  started = []
  stateDir = await mkdtemp(join(tmpdir(), 'latchkey-main-'))
  await writeFile(join(stateDir, 'index.html'), '<title>Demo</title>')
})

afterEach(async () => {
  for (const child of started) child.kill('SIGKILL')
  // retries, because the chains write their states into the folder after their parent has ended
  await rm(stateDir, { recursive: true, force: true, maxRetries: 20 })
})

const main = new URL('main.ts', import.meta.url)

/**
 * Runs `main.ts`, from source as `npm start` does, or as it is built for tests. With `wrap`,
 * another process starts it, so that it is a grandchild of the test.
 */
function start({ wrap = false, from = urlOf(main), polkadot = false } = {}): ChildProcess {
  const script = `import(${JSON.stringify(from)}).then(({ runLatchkey }) =>
    runLatchkey({ demoFolder: Promise.resolve(${JSON.stringify(stateDir)}), stateDir: ${JSON.stringify(stateDir)}, fresh: false, polkadot: ${polkadot ? "'later'" : 'false'}, startedAt: 0 }))`
  const args = [
    ...shortRun,
    ...(from === main.href ? ['--import', 'tsx'] : []),
    '--input-type=module',
    '-e',
    script,
  ]
  const parent = `require('node:child_process').spawn(process.execPath, ${JSON.stringify(args)}, { stdio: 'inherit' })`
  const child = spawn(process.execPath, wrap ? ['-e', parent] : args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  return child
}

async function untilReady(child: ChildProcess): Promise<Addresses> {
  if (!child.stdout) throw new Error('no output')
  for await (const line of createInterface(child.stdout))
    if (line.startsWith('Ctrl-C stops it')) break
  return JSON.parse(await readFile(join(stateDir, 'devnet.json'), 'utf8'))
}

/** Returns the addresses that still answer. */
async function stillAnswering(urls: readonly string[]): Promise<readonly string[]> {
  const answers = await Promise.all(
    urls.map((url) =>
      fetch(url).then(
        () => [url],
        () => [],
      ),
    ),
  )
  return answers.flat()
}

test('SIGINT ends every part, stores the state and removes devnet.json', async () => {
  const child = start({ from: main.href })
  const { api, demo, chains } = await untilReady(child)
  expect((await fetch(demo)).ok).toBe(true)
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(await stillAnswering([api, demo, ...Object.values(chains)])).toEqual([])
  expect(existsSync(join(stateDir, 'devnet.json'))).toBe(false)
  expect(existsSync(join(stateDir, 'chains'))).toBe(true)
})

test('the Polkadot chain comes when all else is ready, and SIGINT ends it, too', {
  timeout: 300_000,
}, async () => {
  const networkId = 'polkadot:45454545454545454545454545454545'
  const child = start({ polkadot: true })
  const { demo, coming, chains } = await untilReady(child)
  expect(Object.keys(coming ?? {})).toEqual([networkId])
  expect(chains).not.toHaveProperty([networkId])
  const now = async (): Promise<Addresses> =>
    JSON.parse(await (await fetch(`${demo}/devnet.json`)).text())
  await expect.poll(async () => (await now()).coming, { timeout: 240_000 }).toBeUndefined()
  const added = await now()
  expect(added.networks[networkId]).toMatchObject({ name: 'Latchkey Polkadot' })
  const url = added.chains[networkId] ?? ''
  expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ isSyncing: false })
  await expect
    .poll(async () => JSON.parse(await readFile(join(stateDir, 'devnet.json'), 'utf8')))
    .toEqual(added)
  const closed = once(child, 'close') // when all processes with this output have ended
  child.kill('SIGINT')
  await closed
  expect(await stillAnswering([demo, url])).toEqual([])
})

test('when the parent process is killed, every part ends', async () => {
  const parent = start({ wrap: true })
  const { demo, chains } = await untilReady(parent)
  const closed = once(parent, 'close') // when all processes with this output have ended
  parent.kill('SIGKILL')
  await closed
  expect(await stillAnswering([demo, ...Object.values(chains)])).toEqual([])
})

test('a second start in the same folder fails and reports the address of the running devnet', async () => {
  const { demo } = await untilReady(start())
  const second = start()
  let output = ''
  second.stderr?.on('data', (text) => (output += text))
  expect(await once(second, 'close')).toEqual([1, null])
  expect(output).toContain('running already')
  expect(output).toContain(demo)
})
