import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Kit } from '../../core/kit.ts'
import { optionInvalid } from '../../core/optionInvalid.ts'
import { perKit } from '../../core/perKit.ts'
import { NonceContext } from '../styles/adoptStyles.ts'
import type { AccountParts } from './button/accountFace.tsx'
import { AccountButton } from './button/AccountButton.tsx'
import { ConnectButton } from './button/ConnectButton.tsx'
import { NetworkButton } from './button/NetworkButton.tsx'
import type { NetworkParts } from './button/networkFace.tsx'
import type { Responsive } from './button/responsive.ts'
import { KitContext } from './KitContext.ts'
import { KitProvider } from './KitProvider.tsx'

type Size = 'regular' | 'compact'

/** What stands in the element, each with the options of its React component; `none` for a page that opens the modal by a button of its own. */
export type MountOptions = {
  /** The nonce of the page's content security policy, for browsers without adopted style sheets. */
  nonce?: string
} & (
  | { button?: 'connect'; label?: string; size?: Size; account?: Responsive<AccountParts>; network?: Responsive<NetworkParts | 'none'>; balance?: Responsive<boolean> }
  | { button: 'account'; size?: Size; account?: Responsive<AccountParts>; balance?: Responsive<boolean> }
  | { button: 'network'; size?: Size; network?: Responsive<NetworkParts> }
  | { button: 'none' }
)

/** The drawings of a kit's elements, in the order of their mounting: the first one has the modal. */
const mountsOf = perKit(() => new Set<() => void>())

/**
 * Puts a button of the kit, and its modal, into an element of a page without React, and starts the kit. A kit may have any number of elements.
 * @param element an empty element of the page, which belongs to the kit until the end
 * @param options @default `{ button: 'connect' }`
 * @returns the function that ends it; the kit stops with the last one
 * @throws KitError optionInvalid if `element` is none, or for an invalid `nonce`
 * @example const unmount = mount(kit, document.getElementById('wallet'))
 */
export function mount(kit: Kit, element: Element | null | undefined, options: MountOptions = {}): () => void {
  if (!(element instanceof Element)) throw optionInvalid('element', 'is no element of the page', 'Call mount() once the element is there.')
  const mounts = mountsOf(kit)
  const root = createRoot(element)
  const button = buttonOf(options)
  const draw = () => {
    const [first] = mounts
    root.render(first === draw ? <KitProvider kit={kit} nonce={options.nonce}>{button}</KitProvider> : <KitContext.Provider value={kit}><NonceContext.Provider value={options.nonce}>{button}</NonceContext.Provider></KitContext.Provider>)
  }
  mounts.add(draw)
  draw()
  return () => {
    if (!mounts.delete(draw)) return
    root.unmount()
    const [next] = mounts
    next?.()
  }
}

function buttonOf({ nonce: _nonce, ...options }: MountOptions): ReactNode {
  if (options.button === 'none') return null
  if (options.button === 'network') return <NetworkButton {...options} />
  return options.button === 'account' ? <AccountButton {...options} /> : <ConnectButton {...options} />
}
