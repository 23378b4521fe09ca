/** The `test` of specs about the sites: serves the sites built by `npm test` (scripts/buildSites.mjs), with the worker's devnet. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveFolder } from '../../devnet/src/serveFolder.ts'
import { test as base } from '../fixtures/test.ts'

export { expect } from '../fixtures/test.ts'

const built = fileURLToPath(new URL('../../node_modules/.latchkey/builtSites', import.meta.url))

export const test = base.extend<object, { sites: ReadonlyMap<string, string> }>({
  /** The URL of each site, by the name of its folder. */
  sites: [
    async ({ devnet }, provide) => {
      const serve = async (name: string) => [name, await serveFolder({ folder: join(built, name), port: 0, json: { '/devnet.json': () => devnet } })] as const
      const served = await Promise.all(readdirSync(built).map(serve))
      await provide(new Map(served.map(([name, { url }]) => [name, url])))
      await Promise.all(served.map(([, { close }]) => close()))
    },
    { scope: 'worker' },
  ],
})
