import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { chainAt } from './testing/chainAt.ts'
import { deferred } from './testing/deferred.ts'
import { sendJson, startStandIn } from './testing/startStandIn.ts'

test('runs as a process of its own and ends what it began when told to stop', { timeout: 60_000 }, async () => {
  const asked = deferred()
  const go = deferred()
  const slow = await startStandIn((_, response) => {
    asked.resolve()
    void go.promise.then(() => sendJson(response, { jsonrpc: '2.0', id: 1, result: '0x1' }))
  })
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-api-'))
  await writeFile(join(folder, 'chains.json'), JSON.stringify([chainAt(slow.url)]))
  const env = { ...process.env, PORT: '0', LATCHKEY_CHAINS: join(folder, 'chains.json') }
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('main.ts', import.meta.url))], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const exited = once(child, 'exit')
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const { listening } = JSON.parse((await lines.next()).value ?? '{}') as { listening: string } // our own line
    const answer = fetch(`${listening}/v1?chainId=eip155:77`, { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}' })
    await asked.promise
    child.kill('SIGTERM')
    go.resolve()
    expect(await (await answer).json()).toMatchObject({ result: '0x1' })
    expect(JSON.parse((await lines.next()).value ?? '{}')).toMatchObject({ level: 'info', route: '/v1', status: 200 })
    expect(await exited).toEqual([0, null])
  } finally {
    child.kill('SIGKILL')
    await slow.close()
    await rm(folder, { recursive: true })
  }
})
