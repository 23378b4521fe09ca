import { announcedWallets, walletChains } from '@latchkey/protocol/counts'
import { isObject } from '@latchkey/protocol/isObject'
import { textsIn } from '../../core/requests/readParts.ts'
import { cleanIcon, cleanText } from '../../core/text/cleanText.ts'
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
 * The wallets that a chain looks for.
 * - `prefix`: the first part of their connector ids
 * - `isOfChain`: whether the kit can connect a wallet with these features and networks. It may
 *   throw
 */
export type WalletKind = {
  prefix: string
  isOfChain(wallet: {
    features: Readonly<Record<string, unknown>>
    chains: readonly string[]
  }): boolean
}

/**
 * The function that a page gives to wallets, by which they register themselves. It returns the
 * function that removes the registered wallets. Wallet Standard, `WindowAppReadyEventAPI`
 */
type Register = (...wallets: readonly unknown[]) => () => void

/**
 * Collects wallets of one kind that register themselves before and after this call, at most 100.
 * Names and icons are untrusted: names are cut, and cleaned of control and direction characters.
 * Two wallets with the same name are both listed, because one may be a fake; the id of the later
 * wallet has a number. Source: Wallet Standard
 * @returns the function that stops it
 */
export function discoverWallets(
  kind: WalletKind,
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
      .flatMap((wallet) => read(wallet, kind) ?? [])) {
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

function read(wallet: unknown, { prefix, isOfChain }: WalletKind): RegisteredWallet | undefined {
  try {
    if (!isObject(wallet)) return undefined
    const { features, chains } = wallet
    const name = cleanText(wallet['name'])
    if (name === '' || !isObject(features) || features[ownFeature]) return undefined
    if (!isOfChain({ features, chains: textsIn(chains, walletChains) })) return undefined
    return { id: idOfName(prefix, name), name, icon: cleanIcon(wallet['icon']), wallet }
  } catch {
    return undefined // reading the object threw, so it is no wallet
  }
}
