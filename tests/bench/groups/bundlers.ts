import type { Group, Row } from '../group.ts'
import { bundleWithEsbuild } from '../bundlers/bundleWithEsbuild.ts'
import { buildModule } from '../sizes/buildSite.ts'
import { fetchedAtFirst, sizeOf } from '../sizes/fetched.ts'

/**
 * Sites by their networks: one network that is written out with the few parts it needs, and two
 * networks of viem.
 */
const sites: { readonly [network: string]: URL } = {
  'one network, written out': new URL('../sites/button.ts', import.meta.url),
  "viem's `mainnet`": new URL('../sites/mainnet.ts', import.meta.url),
  "viem's `base`": new URL('../sites/base.ts', import.meta.url),
}

const bundlers: { readonly [name: string]: (module: URL) => Promise<number> } = {
  async Vite(module) {
    const site = await buildModule(module, [/^react(-dom)?(\/|$)/])
    return sizeOf(site, fetchedAtFirst(site))
  },
  esbuild: bundleWithEsbuild,
}

/** Measures the code that a page loads before the first press, by bundler and by network. */
export const group: Group = {
  title: 'Bundlers',
  how: `gzip -9 in kB of 1,000 bytes, React not counted: what a page with a \`ConnectButton\` loads before anybody presses it, with the network's own
code. viem's \`base\` and other networks of the OP stack bring formatters and serializers of transactions, which the kit does not use and no bundler can tell.
esbuild puts a module into one chunk whole: what the first load needs of it and what only a later screen does.`,
  async measure() {
    const rows: Row[] = []
    for (const [bundler, bundle] of Object.entries(bundlers))
      for (const [network, module] of Object.entries(sites))
        rows.push({
          label: `${bundler}, ${network}`,
          unit: 'kB',
          measured: (await bundle(module)) / 1_000,
        })
    return rows
  },
}
