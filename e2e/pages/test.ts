/** The `test` of specs about the test pages: builds them for the worker and serves them with its devnet's addresses. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveFolder } from '../../devnet/src/serveFolder.ts'
import { test as base } from '../fixtures/test.ts'

export { axe, expect } from '../fixtures/test.ts'

const configFile = fileURLToPath(new URL('./vite.config.ts', import.meta.url))

export const test = base.extend<object, { pages: string }>({
  /** The URL of the test pages, `${pages}/two-kits.html` for example. */
  pages: [
    async ({ devnet }, provide) => {
      const folder = await mkdtemp(join(tmpdir(), 'latchkey-pages-'))
      try {
        const { build } = await import('vite')
        await build({ configFile, logLevel: 'error', build: { outDir: folder } })
        const site = await serveFolder({ folder, port: 0, json: { '/devnet.json': () => devnet } })
        await provide(site.url)
        await site.close()
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
