import { announcedWallets } from '@latchkey/protocol/counts'
import { isObject } from '@latchkey/protocol/isObject'
import { cleanIcon, cleanText } from '../../../core/text/cleanText.ts'
import { idOfName } from './idOfName.ts'

/** A wallet by its own registration. */
export type RegisteredWallet = {
  id: string
  name: string
  /** A `data:image/…` URI. Undefined if the wallet's icon is anything else. */
  icon?: string
  wallet: object
}

/**
 * The feature that marks the kit's own wallet. It is skipped here, else it would be listed twice.
 */
export const ownFeature = 'latchkey:kit'

/**
 * The function that a page passes to wallets. It registers wallets and returns the function that
 * removes them. Wallet Standard, `WindowAppReadyEventAPI`
 */
type Register = (...wallets: readonly unknown[]) => () => void

/**
 * Collects wallets that register themselves, before and after this call. Names and icons are
 * untrusted: they are cut, and cleaned of control and direction characters. Two wallets of one name
 * are both listed, because one may be a fake; the later one has a number in its id. At most 100
 * wallets. Source: Wallet Standard
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
      // untrusted: throws if it is no function
      ;(event as CustomEvent<(registered: typeof api) => void>).detail(api)
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

/** Adds a number to an id that another wallet has. */
function uniqueId(id: string, added: ReadonlyMap<string, unknown>): string {
  for (let number = 2, candidate = id; ; candidate = `${id}.${number++}`)
    if (!added.has(candidate)) return candidate
}

/** Reads a wallet that can connect and sign on Solana. Undefined for any other value. */
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
    return undefined // an object that throws when it is read is no wallet
  }
}
