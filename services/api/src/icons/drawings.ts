import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import own from '../../data/walletDrawings.json' with { type: 'json' }

/** The folders of `@web3icons/core`. */
const subjects = ['tokens', 'networks', 'wallets', 'exchanges'] as const
/**
 * The kind of a picture: a folder of `@web3icons/core`, or `own`, the wallets in
 * `data/walletDrawings.json`.
 */
export type Subject = (typeof subjects)[number] | 'own'

/**
 * `background` fills its square, and looks like an app icon on dark and light backgrounds;
 * `branded` is the mark alone.
 */
const variants = ['branded', 'background'] as const
const ending = '.svg.js'

/** Finds the SVG of a picture; undefined where no drawing exists. Letter case does not matter. */
export type Drawings = (subject: Subject, name: string) => Promise<string | undefined>

/**
 * Makes the finder of pictures in `@web3icons/core`. Each folder is listed once, and only listed
 * files are opened, so a name cannot lead to another file.
 */
export function createDrawings(): Drawings {
  const listings = new Map<Subject, Promise<Map<string, string>>>()
  const ownDrawings = new Map(Object.entries(own))
  return async (subject, name) => {
    if (subject === 'own') return ownDrawings.get(name.toLowerCase())
    const listing = listings.get(subject) ?? list(subject)
    listings.set(subject, listing)
    const file = (await listing).get(name.toLowerCase())
    return file === undefined ? undefined : read(file)
  }
}

/**
 * The drawing that a catalogue names for a wallet. `metamask` is in the folder of wallets;
 * `exchanges/uniswap` and `own/safepal` name their folder.
 */
export async function walletDrawing(drawings: Drawings, icon: string): Promise<string | undefined> {
  const [folder, name] = icon.split('/')
  const subject = [...subjects, 'own' as const].find((known) => known === folder)
  return subject && name !== undefined ? drawings(subject, name) : drawings('wallets', icon)
}

/** File names by lower-case names; a later variant replaces an earlier one. */
async function list(subject: Subject): Promise<Map<string, string>> {
  const require = createRequire(import.meta.url)
  const entry = require.resolve('@web3icons/core')
  const files = new Map<string, string>()
  for (const variant of variants) {
    const folder = join(dirname(entry), 'svgs', subject, variant)
    const names = (await readdir(folder)).filter((name) => name.endsWith(ending))
    for (const name of names)
      files.set(name.slice(0, -ending.length).toLowerCase(), join(folder, name))
  }
  return files
}

async function read(file: string): Promise<string | undefined> {
  const module: { default?: unknown } = await import(/* @vite-ignore */ pathToFileURL(file).href)
  return typeof module.default === 'string' && module.default.startsWith('<svg')
    ? module.default
    : undefined
}
