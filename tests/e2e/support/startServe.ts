/** The built program of `services/serve`, as an operator starts it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { chainOfDeployment } from '../../../devnet/src/chainOfDeployment.ts'
import { freePorts } from '../../../devnet/src/ports.ts'
import { readDeployment } from '../../../devnet/src/readDeployment.ts'

/**
 * Seconds that the last block may be old, because the development chain's time stands still between
 * transactions.
 */
const century = 100 * 365 * 86_400
const pathOf = (file: string) => fileURLToPath(new URL(`../../../${file}`, import.meta.url))

/** The running program: its address, and a function that ends it and resolves to the exit code. */
export type Served = { url: string; close: () => Promise<number | null> }

/**
 * Starts API and relay from one settings file, with the node of a development chain, and waits
 * until both run. @throws Error with the output when it ends instead
 */
export async function startServe(rpcUrl: string): Promise<Served> {
  const [port] = await freePorts(1)
  const url = `http://localhost:${port}`
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-serve-'))
  const file = join(folder, 'latchkey.json')
  await writeFile(
    file,
    JSON.stringify({
      url,
      port,
      store: 'data',
      api: {
        chains: [
          {
            ...chainOfDeployment(readDeployment(31_337), rpcUrl),
            index: { pollEvery: 200, timeTolerance: century },
          },
        ],
      },
      relay: {},
    }),
    { mode: 0o600 },
  )
  const child = spawn(
    process.execPath,
    [
      pathOf('devnet/src/endWithParent.mjs'),
      process.execPath,
      pathOf('services/serve/bin/latchkey-serve.mjs'),
      '--config',
      file,
    ],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  )
  const ended = once(child, 'close')
  let output = ''
  child.stderr.on('data', (part: Buffer) => (output += part.toString()))
  const running = new Promise<boolean>((resolve) =>
    createInterface(child.stdout).on(
      'line',
      (line) => line.includes('"event":"running"') && resolve(true),
    ),
  )
  if (!(await Promise.race([running, ended.then(() => false)])))
    throw new Error(`latchkey-serve ended: ${output}`)
  return {
    url,
    async close() {
      child.stdin.end()
      const [code] = await ended
      await rm(folder, { recursive: true, force: true })
      return code as number | null // the event passes the exit code
    },
  }
}
