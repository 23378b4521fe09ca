import { announcedWallets } from '@latchkey/protocol/counts'
import { isObject } from '@latchkey/protocol/isObject'
import { cleanIcon, cleanText } from '../../../core/text/cleanText.ts'
import { idOfName } from './idOfName.ts'

/** A wallet that has registered itself on the page. */
export type RegisteredWallet = {
  id: string
  name: string
  /** A `data:image/…` URI. Undefined if the wallet's icon is anything else. */
  icon?: string
  wallet: object
}

/**
 * The feature by which the kit recognises its own wallet on the page. The kit ignores this wallet,
 * else it would list it twice.
 */
export const ownFeature = 'latchkey:kit'

/**
 * The function that a page gives to wallets, by which they register themselves. It returns the
 * function that removes the registered wallets. Wallet Standard, `WindowAppReadyEventAPI`
 */
type Register = (...wallets: readonly unknown[]) => () => void

/**
 * Collects wallets that register themselves before and after this call, at most 100. Names and
 * icons are untrusted: names are cut, and cleaned of control and direction characters. Two wallets
 * with the same name are both listed, because one may be a fake; the id of the later wallet has a
 * number. Source: Wallet Standard
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
      // the event is untrusted: this throws if `detail` is no function
      ;(event as CustomEvent<(registered: typeof api) => void>).detail(api)
    } catch {
      // the wallet can't be registered
    }
  }
  window.addEventListener('wallet-standard:register-wallet', onRegister)
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  return () => {
    isStopped = true
    window.removeEventListener('wallet-standard:register-wallet', onRegister)
  }
}

/** Makes an id unique: adds a number if another wallet has the same id. */
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
    return undefined // reading the object threw, so it is no wallet
  }
}
