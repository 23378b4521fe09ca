import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import own from '../../data/walletDrawings.json' with { type: 'json' }

/** Folders of `@web3icons/core`. */
const subjects = ['tokens', 'networks', 'wallets', 'exchanges'] as const
/**
 * Where a drawing is: in a folder of `@web3icons/core`, or `own`, the wallets in
 * `data/walletDrawings.json`.
 */
export type Subject = (typeof subjects)[number] | 'own'

/**
 * `background`: a filled square, which looks like an app's icon on dark and on light backgrounds.
 * `branded`: only the logo.
 */
const variants = ['branded', 'background'] as const
const ending = '.svg.js'

/** Finds a drawing as SVG; undefined if there is none. The case of letters is ignored. */
export type Drawings = (subject: Subject, name: string) => Promise<string | undefined>

/**
 * Makes the finder of drawings. Each folder of `@web3icons/core` is listed once, and only listed
 * files are opened, so that no name can lead to another file.
 */
export function createDrawings(): Drawings {
  const listings = new Map<Subject, Promise<Map<string, string>>>()
  const ownDrawings = new Map(Object.entries(own))
  return async (subject, name) => {
    if (subject === 'own') return ownDrawings.get(name.toLowerCase()) // no address: a name
    const listing = listings.get(subject) ?? list(subject)
    listings.set(subject, listing)
    const file = (await listing).get(name.toLowerCase()) // no address: a name
    return file === undefined ? undefined : read(file)
  }
}

/**
 * The drawing that the catalogue names for a wallet. A name such as `metamask` is in the folder
 * `wallets`; `exchanges/uniswap` and `own/safepal` name another folder.
 */
export async function walletDrawing(drawings: Drawings, icon: string): Promise<string | undefined> {
  const [folder, name] = icon.split('/')
  const subject = [...subjects, 'own' as const].find((known) => known === folder)
  return subject && name !== undefined ? drawings(subject, name) : drawings('wallets', icon)
}

/**
 * The files of a folder by name in lower case. If a name has several variants, the last of
 * `variants` is used.
 */
async function list(subject: Subject): Promise<Map<string, string>> {
  const require = createRequire(import.meta.url)
  const entry = require.resolve('@web3icons/core')
  const files = new Map<string, string>()
  for (const variant of variants) {
    const folder = join(dirname(entry), 'svgs', subject, variant)
    const names = (await readdir(folder)).filter((name) => name.endsWith(ending))
    for (const name of names) {
      const drawing = name.slice(0, -ending.length).toLowerCase() // no address: a name
      files.set(drawing, join(folder, name))
    }
  }
  return files
}

async function read(file: string): Promise<string | undefined> {
  const module: { default?: unknown } = await import(/* @vite-ignore */ pathToFileURL(file).href)
  return typeof module.default === 'string' && module.default.startsWith('<svg')
    ? module.default
    : undefined
}
