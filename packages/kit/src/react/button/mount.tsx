import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Kit } from '../../core/kit/kit.ts'
import { optionInvalid } from '../../core/options/optionInvalid.ts'
import { perKit } from '../../core/kit/perKit.ts'
import { NonceContext } from '@latchkey/ui/styles/adoptStyles.ts'
import { AccountButton } from './AccountButton.tsx'
import { ConnectButton } from './ConnectButton.tsx'
import { NetworkButton } from './NetworkButton.tsx'
import type { AccountParts, NetworkParts, Responsive } from './responsive.ts'
import { checkNonce } from './checkNonce.ts'
import { KitContext } from './KitContext.ts'
import { KitProvider } from './KitProvider.tsx'
import { contextOf } from '../../core/kit/context.ts'

type Size = 'regular' | 'compact'

/**
 * The button to mount, with the options of its React component. With `none`, the page has its own
 * button and calls `kit.open`.
 */
export type MountOptions = {
  /** The nonce of the page's content security policy, for browsers without adopted style sheets. */
  nonce?: string
} & (
  | {
      button?: 'connect'
      label?: string
      size?: Size
      account?: Responsive<AccountParts>
      network?: Responsive<NetworkParts | 'none'>
      balance?: Responsive<boolean>
    }
  | {
      button: 'account'
      size?: Size
      account?: Responsive<AccountParts>
      balance?: Responsive<boolean>
    }
  | { button: 'network'; size?: Size; network?: Responsive<NetworkParts> }
  | { button: 'none' }
)

/**
 * The mounted elements of a kit, in the order in which they were mounted. The first one shows the
 * modal.
 */
const mountsOf = perKit(() => new Set<() => void>())
/** The elements in which a kit is mounted. */
const taken = new WeakSet<Element>()

/**
 * Mounts a button of the kit, and its modal, in an element of a page without React, and starts the
 * kit. A kit may be mounted in any number of elements.
 * @param element an empty element of the page, which belongs to the kit until it is unmounted
 * @param options
 * @default `{ button: 'connect' }`
 * @returns the function that unmounts the button; after the last one, the kit stops
 * @throws KitError optionInvalid if `kit` or `element` or an option is invalid, or if the element
 *   already belongs to a kit; the element is then not changed
 * @example const unmount = mount(kit, document.getElementById('wallet'))
 */
export function mount(
  kit: Kit,
  element: Element | null | undefined,
  options: MountOptions = {},
): () => void {
  // Pages without TypeScript call this function, too, so the types are checked here.
  if (!isObject(kit) || !isObject(contextOf(kit)))
    throw optionInvalid('kit', 'is no kit', 'Pass what createKit() returned.')
  if (!(element instanceof Element))
    throw optionInvalid(
      'element',
      'is no element of the page',
      'Call mount() once the element is there.',
    )
  if (taken.has(element))
    throw optionInvalid(
      'element',
      'has a button of a kit already',
      'Call the function that removes it first, or pass another element.',
    )
  const { nonce, ...faces } = readOptions(options)
  const button = buttonOf(faces)
  const mounts = mountsOf(kit)
  const root = createRoot(element)
  const draw = () => {
    const [first] = mounts
    root.render(
      first === draw ? (
        <KitProvider kit={kit} nonce={nonce}>
          {button}
        </KitProvider>
      ) : (
        <KitContext.Provider value={kit}>
          <NonceContext.Provider value={nonce}>{button}</NonceContext.Provider>
        </KitContext.Provider>
      ),
    )
  }
  taken.add(element)
  mounts.add(draw)
  draw()
  return () => {
    if (!mounts.delete(draw)) return
    taken.delete(element)
    root.unmount()
    const [next] = mounts
    next?.()
  }
}

/** Copies and checks the options. @throws KitError optionInvalid */
function readOptions(options: MountOptions): MountOptions {
  if (!isObject(options))
    throw optionInvalid('options', 'is no object', 'Pass { button: "account" }, for example.')
  const copy = { ...options }
  const { button = 'connect', nonce } = copy
  if (!buttons.includes(button))
    throw optionInvalid('button', 'is not valid', `Pass one of: ${buttons.join(', ')}.`)
  checkNonce(nonce)
  if ('label' in copy && copy.label !== undefined && typeof copy.label !== 'string')
    throw optionInvalid('label', 'is no text', 'Pass a string.')
  return copy
}

const buttons: readonly string[] = [
  'connect',
  'account',
  'network',
  'none',
] satisfies MountOptions['button'][]

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

function buttonOf(options: MountOptions): ReactNode {
  if (options.button === 'none') return null
  if (options.button === 'network') return <NetworkButton {...options} />
  return options.button === 'account' ? (
    <AccountButton {...options} />
  ) : (
    <ConnectButton {...options} />
  )
}
