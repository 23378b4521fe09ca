import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An operator's gateway, with hostile content behind it. */
export type HostileWeb = {
  /** The API's option `nftGateways.http`. */
  gateway: string
  /** Requested paths behind the gateway, in order, and the bytes that were read of each. */
  requests: readonly string[]
  sentBytes: ReadonlyMap<string, number>
  close: () => Promise<void>
}

/** The URL that hostile NFTs name as their own. It must never be requested. */
const host = 'https://strange.example.invalid'

/** Bytes of a file that is far too large, and of one part of it. */
const sizes = { huge: 50_000_000, part: 65_536 }

/** An SVG that would harm a page that runs it. */
export const harmfulDrawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="top.harmed=1"><rect width="9" height="9"/><script>top.harmed=1</script></svg>'

/**
 * A URL behind the gateway: `never…` does not answer, `round…` redirects to itself, `huge…` has 50
 * MB, and `picture of <path>.json` is metadata whose picture is at `<path>`.
 */
export const behind = (path: string): string => `${host}/${path}`

/** Starts the gateway on a free port. */
export async function serveHostileWeb(): Promise<HostileWeb> {
  const requests: string[] = []
  const sentBytes = new Map<string, number>()
  const server = createServer((request, response) => {
    const wanted = new URL(request.url ?? '/', 'http://gateway').searchParams.get('url') ?? ''
    const path = wanted.startsWith(`${host}/`)
      ? decodeURIComponent(wanted.slice(host.length + 1))
      : `elsewhere: ${wanted}`
    requests.push(path)
    answer(path, request.url ?? '/', response, (bytes) =>
      sentBytes.set(path, (sentBytes.get(path) ?? 0) + bytes),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a server on a port has such an address
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { gateway: `http://127.0.0.1:${port}/through?url={url}`, requests, sentBytes, close }
}

function answer(
  path: string,
  url: string,
  response: ServerResponse,
  onTaken: (bytes: number) => void,
): void {
  const [, picture] = /^picture of (.+)\.json$/.exec(path) ?? []
  if (picture)
    return void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ name: `Picture ${picture}`, image: behind(picture) }))
  if (path.startsWith('never')) return
  if (path.startsWith('round')) return void response.writeHead(302, { location: url }).end()
  if (path.startsWith('huge'))
    return writeAll(response, path.endsWith('.json') ? '{"name":"' : '\x89PNG\r\n\x1a\n', onTaken)
  const type = { svg: 'image/svg+xml', html: 'text/html' }[path.split('.').at(-1) ?? '']
  if (type) response.writeHead(200, { 'content-type': type }).end(harmfulDrawing)
  else response.writeHead(404).end()
}

/** Writes a file of `sizes.huge` bytes, as fast as the client reads. */
function writeAll(response: ServerResponse, head: string, onTaken: (bytes: number) => void): void {
  let remaining = sizes.huge
  const part = Buffer.alloc(sizes.part, 'x')
  response
    .writeHead(200, { 'content-type': 'application/octet-stream' })
    .write(Buffer.from(head, 'latin1'))
  const more = () => {
    for (; remaining > 0 && !response.destroyed; remaining -= part.length) {
      onTaken(part.length)
      if (!response.write(part)) {
        remaining -= part.length
        return void response.once('drain', more)
      }
    }
    response.end()
  }
  more()
}
