import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const main = fileURLToPath(new URL('../../../../../services/relay/src/main.ts', import.meta.url))

/** A relay of its own process, always on the same port and with the same folder: killed as an operator's machine may kill it, and back. */
export async function startRelayProcess() {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-relay-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))

  async function begin(port: string) {
    const child = spawn(process.execPath, ['--import', 'tsx', main], { env: { ...process.env, PORT: port, LATCHKEY_FOLDER: folder }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
    const end = async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    }
    onTestFinished(end)
    if (!child.stdout) throw new Error('no output')
    const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
    const url: string = JSON.parse(value).url
    return { url, end }
  }

  let running = await begin('0')
  const { url } = running
  return {
    url,
    end: () => running.end(),
    /** Starts it again after {@link end}. */
    async begin() {
      running = await begin(new URL(url).port)
    },
  }
}
