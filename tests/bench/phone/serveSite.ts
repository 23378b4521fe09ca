import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BuiltSite } from '../sizes/buildSite.ts'

/** A page on a local server. */
export type ServedSite = {
  url: string
  /** Addresses that a browser always requests to show the page: the document and its script. */
  own: ReadonlySet<string>
  close: () => Promise<void>
}

/**
 * Serves a page with the built script on this machine. Files are gzipped in advance, as on a site's
 * host.
 */
export async function serveSite(site: BuiltSite): Promise<ServedSite> {
  const files = new Map(site.files.map(({ name, gzip }) => [`/${name}`, gzip]))
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    if (file)
      response
        .writeHead(200, {
          'content-type': 'text/javascript',
          'content-encoding': 'gzip',
          'cache-control': 'public, max-age=31536000, immutable',
        })
        .end(file)
    else if (request.url === '/')
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
        .end(html)
    else response.writeHead(404).end()
  })
  const { scripts, html } = pageOf(site)
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(0, '127.0.0.1', resolve),
  )
  // a server on TCP has a port
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`
  return {
    url,
    own: new Set([url, ...scripts.map((name) => url + name)]),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function pageOf({ chunks }: BuiltSite): { scripts: readonly string[]; html: string } {
  const entries = [...chunks].filter(([, { isEntry }]) => isEntry)
  const scripts = entries.flatMap(([name, { imports }]) => [name, ...imports])
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <link rel="icon" href="data:," />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>A site</title>
    ${entries.map(([name]) => `<script type="module" src="/${name}"></script>`).join('\n    ')}
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>
`
  return { scripts, html }
}
