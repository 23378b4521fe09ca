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
 * Milliseconds after which a further signal means "end at once". npx passes on a signal that the
 * terminal has sent already, so an earlier one is a copy.
 */
const secondSignalAfter = 1_000

/**
 * Starts everything, and stops it on SIGTERM, on SIGINT, or when a parent that started it with a
 * channel ends. A further signal, a second later, ends it at once.
 * @returns undefined when it listens; the message about a failed start that an operator can correct
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
    listening.then(ended, () => {}) // a start that fails ends by itself
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
