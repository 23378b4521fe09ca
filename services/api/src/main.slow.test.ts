import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { argsOf } from '@latchkey/server/testing/programs'
import { shortRun } from '@latchkey/server/testing/shortRun'
import { lockFolder } from '@latchkey/server/lockFolder'
import { expect, onTestFinished, test } from 'vitest'
import { chainAt } from './testing/chainAt.ts'
import { deferred } from '@latchkey/server/testing/deferred'
import { sendJson, startFakeNode } from './testing/startFakeNode.ts'

const main = new URL('main.ts', import.meta.url)

test('the API runs as its own process, and ends running requests after a signal', {
  timeout: 60_000,
}, async () => {
  const received = deferred()
  const go = deferred()
  const slow = await startFakeNode((_, response) => {
    received.resolve()
    void go.promise.then(() => sendJson(response, { jsonrpc: '2.0', id: 1, result: '0x1' }))
  })
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-api-'))
  await writeFile(join(folder, 'chains.json'), JSON.stringify([chainAt(slow.url)]))
  const env = { ...process.env, PORT: '0', LATCHKEY_CHAINS: join(folder, 'chains.json') }
  // runs the TypeScript source, as operators do
  const child = spawn(process.execPath, [...shortRun, '--import', 'tsx', fileURLToPath(main)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const exited = once(child, 'exit')
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    // the line is from our own process
    const { listening } = JSON.parse((await lines.next()).value ?? '{}') as { listening: string }
    const answer = fetch(`${listening}/v1?chainId=eip155:77`, {
      method: 'POST',
      body: '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}',
    })
    await received.promise
    child.kill('SIGTERM')
    go.resolve()
    expect(await (await answer).json()).toMatchObject({ result: '0x1' })
    expect(JSON.parse((await lines.next()).value ?? '{}')).toMatchObject({
      level: 'info',
      route: '/v1',
      status: 200,
    })
    expect(await exited).toEqual([0, null])
  } finally {
    child.kill('SIGKILL')
    await slow.close()
    await rm(folder, { recursive: true })
  }
})

/** Starts an API whose start has to fail. @returns the exit code and the output */
async function failedStart(
  env: Record<string, string>,
): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(process.execPath, [...shortRun, ...argsOf(main)], {
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let stderr = ''
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()))
  const [code] = await once(child, 'close')
  return { code, stderr }
}

/**
 * Writes a list of chains. Unless `index` is undefined, one of them is indexed from a node that
 * does not run.
 */
async function indexedChains(
  index: object | undefined = {},
): Promise<{ folder: string; chains: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-api-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const chains = join(folder, 'chains.json')
  await writeFile(chains, JSON.stringify([{ ...chainAt('http://127.0.0.1:1'), index }]))
  return { folder, chains }
}

test.each([
  ['an index', {}],
  ['names', undefined],
])(
  'when another process uses the folder for %s, the start ends with an error that names the folder',
  { timeout: 60_000 },
  async (_, index) => {
    const { folder, chains } = await indexedChains(index)
    const unlock = await lockFolder(folder)
    onTestFinished(unlock)
    expect(await failedStart({ LATCHKEY_CHAINS: chains, LATCHKEY_DATABASE: folder })).toEqual({
      code: 1,
      stderr: `LATCHKEY_DATABASE: ${folder} is in use by another process (${process.pid}): stop that process, or name another folder\n`,
    })
  },
)

test.skipIf(!existsSync('/proc/self'))(
  'when a folder cannot be created, the start ends with an error that names the folder',
  { timeout: 60_000 },
  async () => {
    const { chains } = await indexedChains()
    expect(
      await failedStart({ LATCHKEY_CHAINS: chains, LATCHKEY_DATABASE: '/proc/latchkey/index' }),
    ).toEqual({
      code: 1,
      stderr:
        'LATCHKEY_DATABASE: /proc/latchkey/index cannot be made (ENOENT): name a folder that this process may make and write\n',
    })
  },
)

test('when an option is invalid, the start ends with an error that names the variable', {
  timeout: 60_000,
}, async () => {
  const { chains } = await indexedChains()
  expect(await failedStart({ LATCHKEY_CHAINS: chains, LATCHKEY_DATABASE: 'mysql://x' })).toEqual({
    code: 1,
    stderr: 'LATCHKEY_DATABASE (database): Expected a folder, postgres://… or memory\n',
  })
  expect(await failedStart({ LATCHKEY_CHAINS: chains })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^LATCHKEY_DATABASE \(database\): Chains are to be indexed/),
  })
})
