/** Starts the API as a process of its own. Only this file reads the environment; README.md lists what it reads. */
import { readFile } from 'node:fs/promises'
import { causesOf } from '@latchkey/server/causesOf'
import { limitLog } from '@latchkey/server/limitLog'
import { fileLimitWarning } from '@latchkey/server/fileLimit'
import { FolderInUseError } from '@latchkey/server/lockFolder'
import { FolderError } from '@latchkey/server/makeFolder'
import { nameVariable } from '@latchkey/server/nameVariable'
import { startFailure } from '@latchkey/server/startFailure'
import { createApi } from './createApi.ts'
import { limitDefaults } from './limits.ts'
import { type LogLine, OptionError } from './options.ts'
import { readEnvironment, variables } from './readEnvironment.ts'

const write = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`)
// requests that went well are as many as visitors are, and all told
const log = limitLog<LogLine>(write, ({ level, route, status, error }) => (level === 'info' ? undefined : `${route} ${status} ${error}`))

try {
  const { options, where } = await readEnvironment(process.env, (path) => readFile(path, 'utf8'))
  const api = createApi({ ...options, log })
  const { url } = await api.listen(where)
  write({ time: new Date().toISOString(), level: 'info', listening: url })
  const { connections = limitDefaults.connections } = options.limits ?? {}
  const warning = fileLimitWarning(connections === false ? Infinity : connections.all)
  if (warning !== undefined) write({ time: new Date().toISOString(), level: 'warn', warning })
  const stop = () => {
    api.close().then(() => process.exit(0), (error: unknown) => {
      process.stderr.write(`${causesOf(error)}\n`)
      process.exit(1)
    })
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  // A parent that started this with a channel takes it along when it ends.
  process.once('disconnect', stop)
} catch (error) {
  const failure = startFailure(error, [OptionError, FolderInUseError, FolderError])
  if (failure === undefined) throw error
  const isFolder = error instanceof FolderInUseError || error instanceof FolderError
  process.stderr.write(`${isFolder ? `LATCHKEY_DATABASE: ${failure}` : nameVariable(failure, variables)}\n`)
  process.exit(1)
}
