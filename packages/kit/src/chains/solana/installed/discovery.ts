import { announcedWallets } from '@latchkey/protocol/counts'
import { isObject } from '@latchkey/protocol/isObject'
import { cleanIcon, cleanText } from '../../../core/cleanText.ts'
import { idOfName } from './idOfName.ts'

/** A wallet as it registered itself. */
export type RegisteredWallet = {
  id: string
  name: string
  /** A `data:image/…` URI, or undefined when the wallet gave something else. */
  icon?: string
  wallet: object
}

/**
 * The feature by which the kit knows a wallet that is its own: in the list of wallets it would be
 * there twice.
 */
export const ownFeature = 'latchkey:kit'

/**
 * What a page gives to wallets: a function that takes them, and returns the one that takes them
 * back. Wallet Standard, `WindowAppReadyEventAPI`
 */
type Register = (...wallets: readonly unknown[]) => () => void

/**
 * Takes the wallets that register themselves, and those that wait for a page that takes them. Names
 * and icons are untrusted: they are cut, cleaned of control and direction characters. Two of one
 * name are two, as one of them may be a fake: the later one has a number in its id. A hundred at
 * most. Source: Wallet Standard
 * @returns the function that stops it
 */
export function discoverWallets(
  onChange: (wallets: readonly RegisteredWallet[]) => void,
): () => void {
  if (typeof window === 'undefined') return () => {}
  const wallets = new Map<string, RegisteredWallet>()
  let isStopped = false
  const notify = () => isStopped || onChange([...wallets.values()])
  const register: Register = (...registered) => {
    const added: RegisteredWallet[] = []
    for (const entry of registered
      .slice(0, announcedWallets)
      .flatMap((wallet) => read(wallet) ?? [])) {
      if (
        isStopped ||
        wallets.size >= announcedWallets ||
        [...wallets.values()].some(({ wallet }) => wallet === entry.wallet)
      )
        continue
      const named = { ...entry, id: uniqueId(entry.id, wallets) }
      wallets.set(named.id, named)
      added.push(named)
    }
    if (added.length > 0) notify()
    return () => {
      const current = added.filter((entry) => wallets.get(entry.id) === entry)
      for (const { id } of current) wallets.delete(id)
      if (current.length > 0) notify()
    }
  }
  const api = Object.freeze({ register })
  const onRegister = (event: Event) => {
    try {
      ;(event as CustomEvent<(registered: typeof api) => void>).detail(api) // untrusted: one that is no function throws
    } catch {
      // such a wallet registers nothing
    }
  }
  window.addEventListener('wallet-standard:register-wallet', onRegister)
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  return () => {
    isStopped = true
    window.removeEventListener('wallet-standard:register-wallet', onRegister)
  }
}

/** The id, with a number where another wallet has it. */
function uniqueId(id: string, added: ReadonlyMap<string, unknown>): string {
  for (let number = 2, candidate = id; ; candidate = `${id}.${number++}`)
    if (!added.has(candidate)) return candidate
}

/** A wallet that can connect and sign on Solana; undefined for any other value. */
function read(wallet: unknown): RegisteredWallet | undefined {
  try {
    if (!isObject(wallet)) return undefined
    const { features, chains } = wallet
    const name = cleanText(wallet['name'])
    const isSolana =
      Array.isArray(chains) &&
      chains.slice(0, 256).some((chain) => typeof chain === 'string' && chain.startsWith('solana:'))
    if (name === '' || !isSolana || !isObject(features) || features[ownFeature]) return undefined
    const signs = [
      'solana:signTransaction',
      'solana:signAndSendTransaction',
      'solana:signMessage',
    ].some((entry) => isObject(features[entry]))
    if (!signs || !isObject(features['standard:connect'])) return undefined
    return { id: idOfName(name), name, icon: cleanIcon(wallet['icon']), wallet }
  } catch {
    return undefined // a wallet that throws when it is read is none
  }
}
