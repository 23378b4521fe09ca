import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveFolder, type FolderSite } from './serveFolder.ts'

let folder: string
let site: FolderSite

beforeAll(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'site-'))
  folder = join(parent, 'dist')
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(parent, 'secret.txt'), 'secret')
  await writeFile(join(folder, 'index.html'), '<title>Start</title>')
  await writeFile(join(folder, 'assets/main-1a2b.js'), 'export {}')
  site = await serveFolder({
    folder,
    port: 0,
    json: { '/devnet.json': () => ({ api: 'http://127.0.0.1:1' }) },
  })
})

afterAll(async () => {
  await site.close()
  await rm(join(folder, '..'), { recursive: true })
})

/** Requests exactly this path. `fetch` would normalize it. */
function statusOf(path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(site.url, { path }, (response) => resolve(response.resume().statusCode))
      .once('error', reject)
      .end()
  })
}

test('the server returns the start page for / and for every path without a file extension', async () => {
  for (const path of ['/', '/swap', '/account/tokens']) {
    const response = await fetch(site.url + path)
    expect(await response.text()).toBe('<title>Start</title>')
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  }
})

test('a file with a hash in its name is served as `immutable`', async () => {
  const response = await fetch(`${site.url}/assets/main-1a2b.js`)
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(response.headers.get('cache-control')).toContain('immutable')
})

test('the server returns configured answers that are not files', async () => {
  expect(await (await fetch(`${site.url}/devnet.json`)).json()).toEqual({
    api: 'http://127.0.0.1:1',
  })
})

test.for([
  '/missing.js',
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/..%5csecret.txt',
  '/%00.js',
  '/%zz.js',
])('the server answers %s with status 404', async (path) => {
  expect(await statusOf(path)).toBe(404)
})

test('the server uses a free port if the preferred port is taken', async () => {
  const other = createServer()
  await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready))
  const address = other.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  const second = await serveFolder({ folder, port: address.port })
  expect((await fetch(second.url)).ok).toBe(true)
  expect(second.url).not.toBe(`http://localhost:${address.port}`)
  await second.close()
  other.close()
})
