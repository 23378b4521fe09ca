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
  /** Called with the causes if stopping the service failed. */
  onStopFailed: (causes: string) => void
  /** The name of the variable that sets the service's folder. */
  folder: string
  /** For each variable, the path of the option that it sets. */
  variables: Readonly<Record<string, string>>
}

/**
 * Runs a service as its own process until it has to end: after SIGTERM or SIGINT, or when the
 * parent that started it with a channel ends. If the start fails for a reason that an operator can
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
