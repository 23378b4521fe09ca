import { causesOf } from './causesOf.ts'
import { UnusableFolderError } from './db/database.ts'
import { FolderInUseError } from './lockFolder.ts'
import { FolderError } from './makeFolder.ts'
import { nameVariable } from './nameVariable.ts'
import { OptionError } from './optionError.ts'
import { startFailure } from './startFailure.ts'

type Service = {
  /** Starts the service. @returns the function that stops it */
  start: () => Promise<() => Promise<void>>
  /** Called with the causes when stopping failed. */
  onStopFailed: (causes: string) => void
  /** The variable that names the service's folder. */
  folder: string
  /** The option that each variable sets, as its path. */
  variables: Readonly<Record<string, string>>
}

/**
 * Runs a service as its own process until it has to end: by SIGTERM, SIGINT, or by the end of a
 * parent that started it with a channel. When a start fails for a reason that an operator can
 * correct, the process prints one sentence, which names the variable, and exits with 1.
 * @throws the error of `start` for any other reason
 */
export async function runProcess({
  start,
  onStopFailed,
  folder,
  variables,
}: Service): Promise<void> {
  try {
    const close = await start()
    const stop = () => {
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          onStopFailed(causesOf(error))
          process.exit(1)
        },
      )
    }
    for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(event, stop)
  } catch (error) {
    const failure = startFailure(error, [
      OptionError,
      FolderInUseError,
      FolderError,
      UnusableFolderError,
    ])
    if (failure === undefined) throw error
    const isFolder =
      error instanceof FolderInUseError ||
      error instanceof FolderError ||
      error instanceof UnusableFolderError
    process.stderr.write(
      `${isFolder ? `${folder}: ${failure}` : nameVariable(failure, variables)}\n`,
    )
    process.exit(1)
  }
}
