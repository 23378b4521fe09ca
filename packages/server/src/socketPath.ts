import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

/** Max length of a socket path that every system allows, in bytes. */
const longestPath = 100

/**
 * The path of a socket in a folder. Systems allow only short ones. If it would be too long, the
 * path uses the folder's open descriptor, which Linux allows. Elsewhere such a socket cannot be
 * opened.
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
