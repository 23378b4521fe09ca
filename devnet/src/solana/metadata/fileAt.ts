import { readUrl } from '@latchkey/protocol/readUrl'
import type { File } from './createFiles.ts'

/**
 * The path of a gateway to the chain's own files; `{url}` stands for the address of a file. The API
 * needs it, because it fetches files of collectibles only through a gateway.
 */
export const gatewayPath = '/gateway?url={url}'

const [before = ''] = gatewayPath.split('{url}')

/**
 * The chain's file at a path, or at the address in a path of the gateway. The gateway requests no
 * files of other hosts.
 */
export function fileAt(
  files: ReadonlyMap<string, File>,
  origin: string,
  path: string,
): File | undefined {
  if (!path.startsWith(before)) return files.get(path)
  const url = readUrl(decoded(path.slice(before.length)) ?? '')
  return url?.origin === origin ? files.get(`${url.pathname}${url.search}`) : undefined
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined // the path has an invalid % escape
  }
}
