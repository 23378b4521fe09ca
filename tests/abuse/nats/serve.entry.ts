/**
 * Starts nats-server with its defaults, on a free port: `serve.entry.ts <folder>`. Reports the server's
 * address to the parent process. This process and nats-server end with the parent.
 */
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const endWithParent = fileURLToPath(
  new URL('../../../devnet/src/endWithParent.mjs', import.meta.url),
)
const [folder = ''] = process.argv.slice(2)
const pidFile = join(folder, 'pid')

process.on('disconnect', () => process.exit(0))
const child = spawn(
  process.execPath,
  [endWithParent, 'nats-server', '--addr', '127.0.0.1', '--port', '-1', '--pid', pidFile],
  { stdio: ['pipe', 'ignore', 'pipe'] },
)
for await (const line of createInterface(child.stderr)) {
  const [, port] = /Listening for client connections on 127\.0\.0\.1:(\d+)/.exec(line) ?? []
  if (port !== undefined)
    process.send?.({
      url: `nats://127.0.0.1:${port}`,
      pid: Number(await readFile(pidFile, 'utf8')),
    })
}
