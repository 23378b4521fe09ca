import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { argsOf } from '@latchkey/server/testing/programs'
import { shortRun } from '@latchkey/server/testing/shortRun'
import type { EvmChainConfig } from '../chains/evm/evmChain.ts'

/**
 * Starts the API as a process of its own, like an operator, with an index in memory. It ends with
 * the test.
 */
export async function startApiProcess(
  chains: readonly EvmChainConfig[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-api-'))
  const file = join(folder, 'chains.json')
  await writeFile(file, JSON.stringify(chains))
  const child = spawn(
    process.execPath,
    [...shortRun, ...argsOf(new URL('../main.ts', import.meta.url))],
    {
      env: {
        ...process.env,
        PORT: '0',
        LATCHKEY_CHAINS: file,
        LATCHKEY_DATABASE: 'memory',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  )
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  if (!child.stdout) throw new Error('no output')
  const lines = createInterface(child.stdout)
  const [line] = await new Promise<[string]>((resolve) =>
    lines.once('line', (text) => resolve([text])),
  )
  return (JSON.parse(line) as { listening: string }).listening // the line is from our own process
}
