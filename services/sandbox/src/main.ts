/**
 * Starts the sandbox as a process of its own. Only this file reads the environment. README.md lists
 * the variables.
 */
import { readFile } from 'node:fs/promises'
import { limitLog } from '@latchkey/server/limitLog'
import { runProcess } from '@latchkey/server/runProcess'
import { createSandbox } from './createSandbox.ts'
import type { LogLine } from './options.ts'
import { readEnvironment, variables } from './readEnvironment.ts'

const write = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`)
const log = limitLog<LogLine>(write, ({ route, error }) => `${route} ${error}`)

await runProcess({
  folder: 'LATCHKEY_DATABASE',
  variables,
  onStopFailed: (causes) => void process.stderr.write(`${causes}\n`),
  async start() {
    const { options, where } = await readEnvironment(process.env, (path) => readFile(path, 'utf8'))
    const sandbox = createSandbox({ ...options, log })
    const { url } = await sandbox.listen(where)
    write({ time: new Date().toISOString(), level: 'info', listening: url })
    return () => sandbox.close()
  },
})
