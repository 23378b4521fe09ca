import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { codeOf } from './causesOf.ts'

/** Thrown if a folder cannot be created. The message contains its path and the system's code. */
export class FolderError extends Error {
  override readonly name = 'FolderError'
}

/**
 * Creates a folder and its parents, unless they exist. Node's own `mkdir` with `recursive` never
 * ends if the system answers ENOENT for a folder whose parent exists, as Linux does in /proc.
 * @param mode the mode of the created folders @default 0o777
 * @throws FolderError
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  try {
    await make(resolve(folder), mode)
  } catch (cause) {
    throw new FolderError(
      `${folder} cannot be made (${codeOf(cause) ?? 'unknown'}): name a folder that this process may make and write`,
      { cause },
    )
  }
}

async function make(folder: string, mode: number): Promise<void> {
  const failure = await makeOne(folder, mode)
  if (failure === undefined) return
  if (codeOf(failure) !== 'ENOENT' || dirname(folder) === folder) throw failure
  await make(dirname(folder), mode)
  const again = await makeOne(folder, mode)
  if (again !== undefined) throw again
}

/**
 * Creates one folder. It returns undefined if the folder then exists, or else the system's error.
 */
async function makeOne(folder: string, mode: number): Promise<unknown> {
  try {
    await mkdir(folder, { mode })
    return undefined
  } catch (error) {
    const isThere = await stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    )
    return isThere ? undefined : error
  }
}
