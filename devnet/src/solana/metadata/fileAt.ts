import { readUrl } from '@latchkey/protocol/readUrl'
import type { File } from './createFiles.ts'

/**
 * The path of a gateway to the chain's own files, with `{url}` for their address. It is for
 * services that fetch files of collectibles only through a gateway.
 */
export const gatewayPath = '/gateway?url={url}'

const [before = ''] = gatewayPath.split('{url}')

/**
 * The chain's own file at a path, or behind the gateway's path. The gateway requests no other host.
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
    return undefined // an invalid % escape
  }
}
