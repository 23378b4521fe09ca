import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { extname, join } from 'node:path'

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export type FolderSite = {
  /**
   * `http://localhost:<port>`. The host is a name, because passkeys do not work on IP addresses.
   */
  url: string
  close: () => Promise<void>
}

export type ServeFolderOptions = {
  folder: string
  /** The preferred port; a free one is used if another program has it. */
  port: number
  /** Further paths, each with the function that returns its JSON for each request. */
  json?: Record<string, () => unknown>
  /**
   * The file of the page for missing paths. If it is set, every route is a file: `/guide` is
   * `guide.html`, and a path without a file gets this page with status 404.
   * @default a path without an extension gets the start page
   */
  missing?: string
  /**
   * Creates a handler that gets each request before the files do. It answers, or calls `next`. It
   * is created once the site's URL is known.
   */
  before?: (url: string) => Before
}

/** Middleware in the form of Connect and Express. */
export type Before = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => unknown

/** Serves the files of a built site, only to this machine. */
export async function serveFolder({
  folder,
  port,
  json = {},
  missing,
  before,
}: ServeFolderOptions): Promise<FolderSite> {
  const read = createReader()
  let first: Before = (_request, _response, next) => next()
  const server = createServer(
    (request, response) =>
      void first(request, response, (error) =>
        error ? response.writeHead(500).end() : answerFile(request, response),
      ),
  )

  function answerFile(request: IncomingMessage, response: ServerResponse): void {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const answer = json[path]
    if (request.method !== 'GET' && request.method !== 'HEAD')
      response.writeHead(405, { allow: 'GET, HEAD' }).end()
    else if (answer)
      response
        .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(JSON.stringify(answer()))
    else
      sendFile(response, { folder, path, read, isOfPages: missing !== undefined }).catch(() =>
        sendMissing(response, missing && join(folder, missing)),
      )
  }
  const url = `http://localhost:${await listen(server, port)}`
  if (before) first = before(url)
  return { url, close: () => close(server) }
}

/** Answers with the page for missing paths, or with a short text if the site has no such page. */
async function sendMissing(response: ServerResponse, page: string | undefined): Promise<void> {
  const content = page === undefined ? undefined : await readFile(page).catch(() => undefined)
  response
    .writeHead(404, { 'content-type': content ? 'text/html; charset=utf-8' : 'text/plain' })
    .end(content ?? 'Not found')
}

/** Whether the bundler put a hash of the content into the name of a file. */
const isHashed = (path: string) => path.startsWith('/assets/')

type Read = (file: string, path: string) => Promise<Buffer>

/**
 * Creates a reader of files. It stores files with a hash in their name, because a browser without a
 * cache requests dozens of them for each page.
 */
function createReader(): Read {
  const known = new Map<string, Buffer>()
  return async (file, path) => {
    const content = known.get(file) ?? (await readFile(file))
    if (isHashed(path)) known.set(file, content)
    return content
  }
}

async function sendFile(
  response: ServerResponse,
  {
    folder,
    path,
    read,
    isOfPages,
  }: { folder: string; path: string; read: Read; isOfPages: boolean },
): Promise<void> {
  // a URL's path can't contain `..`. An encoded slash or backslash could hide one, and is refused
  if (/%2f|%5c|%00/i.test(path)) throw new Error('No such file')
  const wanted = join(folder, decodeURIComponent(path))
  // a path without an extension, such as /swap, is a route of the site
  const file = extname(path)
    ? wanted
    : isOfPages && path !== '/'
      ? `${wanted}.html`
      : join(folder, 'index.html')
  const content = await read(file, path)
  response
    .writeHead(200, {
      'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
      'content-length': content.byteLength,
      'cache-control': isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    .end(content)
}

/** Listens on 127.0.0.1, on the preferred port or a free one. */
async function listen(server: Server, preferred: number): Promise<number> {
  const port = (await isFree(preferred)) ? preferred : 0
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', resolve),
  )
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

/** Whether the port is free on 127.0.0.1 and on ::1, to which browsers resolve localhost first. */
async function isFree(port: number): Promise<boolean> {
  const answers = await Promise.all(['127.0.0.1', '::1'].map((host) => isAnswered(host, port)))
  return !answers.includes(true)
}

function isAnswered(host: string, port: number): Promise<boolean> {
  if (port === 0) return Promise.resolve(false)
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1_000 })
    const end = (answered: boolean) => {
      socket.destroy()
      resolve(answered)
    }
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(true))
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
