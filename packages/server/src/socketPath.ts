import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

/** Longest path of a socket that every system allows, in bytes. */
const longestPath = 100

/**
 * The path of a socket in a folder. Systems allow short ones only; where it would be longer, the
 * folder is named by its open descriptor, which Linux allows. Elsewhere such a socket cannot be
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
