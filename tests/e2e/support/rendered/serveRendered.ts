import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCookie } from 'latchkey/cookie'
import { renderToString } from 'react-dom/server'
import { createApp } from './createApp.ts'
import type { AppData } from './createApp.ts'

const entry = fileURLToPath(new URL('./client.ts', import.meta.url))

/**
 * Serves the page of `createApp` on a free port, rendered for every request:
 * - `?theme=light`: light colours
 * - `?nonce=…`: a policy that allows styles only by this nonce
 * - `?twice`: two providers of one kit
 */
export async function serveRendered(
  services: Pick<AppData, 'api' | 'node'>,
): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-rendered-'))
  const { build } = await import('vite')
  await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    // React's development mode, which reports every mismatch
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      outDir: folder,
      target: 'es2022',
      rolldownOptions: {
        input: entry,
        output: { entryFileNames: 'client.js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin())
    if (url.pathname === '/favicon.ico') return void response.writeHead(204).end()
    if (url.pathname === '/') {
      const nonce = url.searchParams.get('nonce') ?? undefined
      if (nonce) response.setHeader('content-security-policy', `style-src 'nonce-${nonce}'`)
      const themeMode = url.searchParams.get('theme') === 'light' ? 'light' : 'dark'
      return void response.setHeader('content-type', 'text/html; charset=utf-8').end(
        page({
          ...services,
          origin: origin(),
          themeMode,
          nonce,
          lastKnown: readCookie(request.headers.cookie),
          isTwice: url.searchParams.has('twice'),
        }),
      )
    }
    readFile(join(folder, basename(url.pathname))).then(
      (file) => response.setHeader('content-type', 'text/javascript').end(file),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  // a server that listens on a port has this kind of address
  const { port } = server.address() as AddressInfo
  const origin = () => `http://localhost:${port}`

  return {
    url: origin(),
    async close() {
      server.closeAllConnections()
      await new Promise<void>((closed) => server.close(() => closed()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function page(data: AppData): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Rendered</title></head>
<body><div id="root">${renderToString(createApp(data))}</div>
<script type="application/json" id="data">${json}</script><script type="module" src="/client.js"></script></body></html>`
}
