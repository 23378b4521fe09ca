import type { createFetch } from '@latchkey/server/createFetch'
import { readUrl } from '@latchkey/protocol/readUrl'
import type { HostCheck } from './pictureUrls.ts'
import { PictureError, pictureLimits, readPicture, type Picture } from './readPicture.ts'

/** Maximum of redirects. Each has to lead to a host that the operator has named. */
const maxRedirects = 3

/**
 * The limits of a fetch.
 * @param options.may whether a URL may be called, and whether one URL may redirect to another
 * @param options.fetch checks the host's address when it connects
 */
type Options = {
  fetch: ReturnType<typeof createFetch>
  may: HostCheck
  milliseconds: number
  signal: AbortSignal
}

/**
 * Fetches the picture of a URL. The time limit includes redirects.
 * @throws PictureError for an answer that is no acceptable picture; BusyError for the status 429 or
 *   500 to 599; the error of `fetch` if there is no answer
 */
export async function fetchPicture(
  first: URL,
  { fetch, may, milliseconds, signal }: Options,
): Promise<Picture> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(milliseconds)])
  let url = first
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const { status, location, body } = await fetch(url, {
      bytes: pictureLimits.bytes,
      milliseconds,
      signal: limited,
      headers: { accept: 'image/svg+xml,image/png,image/webp,image/jpeg' },
    })
    if (status === 200) return readPicture(body)
    if (status >= 500 || status === 429) throw new BusyError(`It answered with status ${status}`)
    const next =
      [301, 302, 303, 307, 308].includes(status) && location !== undefined
        ? readUrl(location, url.href)
        : undefined
    if (!next) throw new PictureError(`It answered with status ${status}`)
    if (!may(next, url)) throw new PictureError('It redirects to a host that is not named')
    url = next
  }
  throw new PictureError('It redirects too often')
}

/** The server cannot answer now, but may soon. */
export class BusyError extends Error {
  override readonly name = 'BusyError'
}
