/**
 * Starts the API as a process of its own. Only this file reads the environment. README.md lists the
 * variables.
 */
import { readFile } from 'node:fs/promises'
import { limitLog } from '@latchkey/server/limitLog'
import { fileLimitWarning } from '@latchkey/server/fileLimit'
import { runProcess } from '@latchkey/server/runProcess'
import { createApi } from './createApi.ts'
import { preparePlainNames } from './identity/plainName.ts'
import { limitDefaults } from './limits.ts'
import type { LogLine } from './options.ts'
import { readEnvironment, variables } from './readEnvironment.ts'

const write = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`)
// lines about successful requests are dropped, because they are too many
const log = limitLog<LogLine>(write, ({ level, route, status, error }) =>
  level === 'info' ? undefined : `${route} ${status} ${error}`,
)

await runProcess({
  folder: 'LATCHKEY_DATABASE',
  variables,
  onStopFailed: (causes) => void process.stderr.write(`${causes}\n`),
  async start() {
    const { options, where } = await readEnvironment(process.env, (path) => readFile(path, 'utf8'))
    const api = createApi({ ...options, log })
    // without this, the first unusual name would block the event loop beyond its limit
    if (options.limits?.loopDelay !== false) preparePlainNames()
    const { url } = await api.listen(where)
    write({ time: new Date().toISOString(), level: 'info', listening: url })
    const { connections = limitDefaults.connections } = options.limits ?? {}
    const warning = fileLimitWarning(connections === false ? Infinity : connections.all)
    if (warning !== undefined) write({ time: new Date().toISOString(), level: 'warn', warning })
    return () => api.close()
  },
})
