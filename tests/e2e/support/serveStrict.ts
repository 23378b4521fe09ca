import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A policy that allows only the site itself, and connections to its services on this machine. */
const policy =
  "default-src 'self'; connect-src 'self' http://127.0.0.1:*; object-src 'none'; base-uri 'none'; require-trusted-types-for 'script'"

/**
 * Serves the site at `site` under a strict content security policy, on a free port. The test cannot
 * answer in the server's place, because the browser lets only pages from this machine send requests
 * to this machine.
 */
export async function serveStrict(
  site: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    fetch(new URL(request.url ?? '/', site), { signal: AbortSignal.timeout(10_000) }).then(
      async (answer) => {
        response.writeHead(answer.status, {
          'content-type': answer.headers.get('content-type') ?? '',
          'content-security-policy': policy,
        })
        response.end(Buffer.from(await answer.arrayBuffer()))
      },
      () => response.writeHead(502).end(),
    )
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  // a server that listens on a port has this kind of address
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed())
      server.closeAllConnections()
    })
  return { url: `http://localhost:${port}`, close }
}
