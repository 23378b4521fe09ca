import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

/** The maximum length of a socket's path that every system allows, in bytes. */
const longestPath = 100

/**
 * Returns the path of a socket in a folder. Systems allow only short paths. A longer one is
 * replaced by a path over the folder's open file descriptor, which works on Linux. On other systems
 * such a socket cannot be opened.
 */
export function socketPath({
  folder,
  directory,
  name,
}: {
  folder: string
  directory: FileHandle
  name: string
}): string {
  const path = join(folder, name)
  return Buffer.byteLength(path) <= longestPath ? path : `/proc/self/fd/${directory.fd}/${name}`
}
