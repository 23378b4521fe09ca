import { causesOf } from '@latchkey/server/causesOf'
import { startFailure } from '@latchkey/server/startFailure'
import { FolderInUseError } from '@latchkey/server/lockFolder'
import { FolderError } from '@latchkey/server/makeFolder'
import { OptionError } from '@latchkey/server/optionError'
import { createServe } from '../server/createServe.ts'
import type { Line } from '../server/log.ts'
import type { Settings } from '../settings/readSettings.ts'

const write = (line: Line) => void process.stdout.write(`${JSON.stringify(line)}\n`)

/**
 * Milliseconds after which a second signal ends the program at once. An earlier signal is taken for
 * a copy: npx passes on a signal that the terminal has also sent to the program itself.
 */
const secondSignalAfter = 1_000

/**
 * Starts all services. Stops them on SIGTERM, on SIGINT, or when a parent process with an IPC
 * channel ends. Another signal, more than a second later, ends the program at once.
 * @returns undefined when it listens; after a failed start, the message for the operator, if the
 *   operator can correct the cause
 * @throws the error of any other failed start
 */
export async function start(settings: Settings): Promise<string | undefined> {
  process.umask(0o077) // other users may not read stored files
  const serve = createServe(settings, { write })
  const listening = serve.listen()
  let stopping: number | undefined
  const stop = (signal: unknown) => {
    const now = performance.now()
    if (stopping !== undefined)
      return signal !== undefined && now - stopping > secondSignalAfter
        ? process.exit(1)
        : undefined
    stopping = now
    const ended = () =>
      serve.close().then(
        () => process.exit(0),
        (error: unknown) => {
          write({
            time: new Date().toISOString(),
            level: 'error',
            part: 'serve',
            event: 'stopping failed',
            error: causesOf(error),
          })
          process.exit(1)
        },
      )
    listening.then(ended, () => {}) // after a failed start there is nothing to stop
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  process.on('disconnect', () => stop(undefined))
  try {
    await listening
  } catch (error) {
    const failure = startFailure(error, [OptionError, FolderInUseError, FolderError])
    if (failure === undefined) throw error
    return failure.replace(/^PORT: /, 'port: ').replace(/^HOST: /, 'host: ')
  }
  return undefined
}
