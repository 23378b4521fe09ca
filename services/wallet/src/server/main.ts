/**
 * Starts the wallet as its own process. Only this file and rotate.entry.ts read the environment;
 * README.md lists the variables.
 */
import { readFile } from 'node:fs/promises'
import { fileLimitWarning } from '@latchkey/server/fileLimit'
import { limitLog } from '@latchkey/server/limitLog'
import { runProcess } from '@latchkey/server/runProcess'
import { createWallet } from './createWallet.ts'
import { isBuilt } from './pages/frame.ts'
import type { LogLine } from './options.ts'
import { readEnvironment, variables } from './readEnvironment.ts'

const write = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`)
// lines of successful requests are not limited, because their number grows with the visitors
const log = limitLog<LogLine>(write, ({ level, route, status, error }) =>
  level === 'info' ? undefined : `${route} ${status} ${error}`,
)

await runProcess({
  folder: 'LATCHKEY_DATABASE',
  variables,
  onStopFailed: (causes) => void process.stderr.write(`${causes}\n`),
  async start() {
    const { options, where } = await readEnvironment(process.env, (path) => readFile(path, 'utf8'))
    const wallet = createWallet({ ...options, log })
    const { url } = await wallet.listen(where)
    write({ time: new Date().toISOString(), level: 'info', listening: url })
    const warn = (warning: string) =>
      write({ time: new Date().toISOString(), level: 'warn', warning })
    if ((options.networks ?? []).length === 0)
      warn('LATCHKEY_NETWORKS names no network: nobody can open an account')
    if (!(await isBuilt(options.pages)))
      warn(
        'The frame’s page is missing: build it with `npm run build`, or no site can hold the wallet',
      )
    const { connections } = options.limits ?? {}
    const warning = fileLimitWarning(
      connections === false ? Infinity : (connections?.all ?? 10_000),
    )
    if (warning !== undefined) warn(warning)
    return () => wallet.close()
  },
})
