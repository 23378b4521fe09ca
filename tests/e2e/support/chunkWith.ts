import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../../../apps/demo/dist/assets/', import.meta.url)

/**
 * The code of every script of the built demo by its name. It is read once, because the demo is
 * built before the first test.
 */
let scripts: ReadonlyMap<string, string> | undefined

/**
 * The only script of the built demo that contains this text, as a pattern for `page.route`. So
 * tests do not depend on how the bundler splits and names its chunks.
 * @throws Error unless exactly one lazily loaded script contains it
 */
export function chunkWith(text: string): string {
  scripts ??= new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.js'))
      .map((file) => [file, readFileSync(new URL(file, folder), 'utf8')]),
  )
  const found = [...scripts].filter(([, code]) => code.includes(text)).map(([file]) => file)
  const [file] = found
  if (!file || found.length > 1 || file.startsWith('index-'))
    throw new Error(`"${text}" stands in ${found.join(', ') || 'no script'}`)
  return `**/assets/${file}`
}

/** The chunk of the modal itself, with the list of wallets. */
export const modalChunk = () => chunkWith('latchkey-title')
/** The chunk of the Account screen. */
export const accountChunk = () => chunkWith('identity-address')
/** The chunk of the message area, and of the code that preserves the focus. */
export const companionChunk = () => chunkWith('className:`toasts`')
/** The chunk of the code for EVM wallets. */
export const engineChunk = () => chunkWith('wallet_revokePermissions`,[')
