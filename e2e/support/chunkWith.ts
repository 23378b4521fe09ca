import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../../apps/demo/dist/assets/', import.meta.url)

/**
 * The one script of the built demo in which this text stands, as a pattern for `page.route`: how the bundler cuts and names
 * its chunks is not the tests' to know.
 * @throws Error unless exactly one does, and it is loaded lazily
 */
export function chunkWith(text: string): string {
  const found = readdirSync(folder).filter((file) => file.endsWith('.js') && readFileSync(new URL(file, folder), 'utf8').includes(text))
  const [file] = found
  if (!file || found.length > 1 || file.startsWith('index-')) throw new Error(`"${text}" stands in ${found.join(', ') || 'no script'}`)
  return `**/assets/${file}`
}

/** The modal itself, with the list of wallets. */
export const modalChunk = () => chunkWith('latchkey-title')
/** The Account screen. */
export const accountChunk = () => chunkWith('identity-address')
/** The place of messages, and what holds the focus. */
export const companionChunk = () => chunkWith('className:`toasts`')
/** What drives EVM wallets. */
export const engineChunk = () => chunkWith('wallet_revokePermissions`,[')
