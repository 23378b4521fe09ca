import { showAlert } from '../core/kit/alert.ts'
import { defaultFeatures } from '../core/kit/features.ts'
import type { Kit } from '../core/kit/kit.ts'
import type { KitError } from '../core/errors/KitError.ts'
import { nearest } from '../core/options/nearest.ts'
import type { Network } from '../core/contracts/network.ts'
import type { SiteMetadata, TokenOption } from '../core/options/options.ts'
import { optionInvalid } from '../core/options/optionInvalid.ts'
import { perKit } from '../core/kit/perKit.ts'
import type { Wallet } from '../core/contracts/wallet.ts'
import { contextOf } from '../core/kit/context.ts'

const check = perKit(() => ({ isDone: false }))

/** The theme variables that the style sheets use. */
export const themeVariables = [
  'bg',
  'bg-raised',
  'bg-hover',
  'border',
  'overlay',
  'overlay-blur',
  'fg',
  'fg-muted',
  'accent',
  'on-accent',
  'success',
  'warning',
  'danger',
  'radius',
  'font',
  'width',
  'wide-width',
  'z-index',
  'notice-bg',
].map((name) => `--lk-${name}`)

/** The parts of a wallet that the kit reads. */
const walletParts: Record<keyof Wallet, true> = {
  id: true,
  name: true,
  homepage: true,
  image_id: true,
  image_url: true,
  order: true,
  badge_type: true,
  chains: true,
  mobile_link: true,
  link_mode: true,
  desktop_link: true,
  webapp_link: true,
  in_app_browser: true,
  app_store: true,
  play_store: true,
  chrome_store: true,
  firefox_store: true,
  edge_store: true,
  safari_store: true,
  opera_store: true,
  mac_store: true,
  windows_store: true,
  linux_store: true,
  browser_store: true,
  rdns: true,
  injected: true,
  supports_wc: true,
}

const metadataParts: Record<keyof SiteMetadata, true> = {
  name: true,
  url: true,
  description: true,
  icons: true,
}
const tokenParts: Record<keyof TokenOption, true> = {
  address: true,
  name: true,
  symbol: true,
  decimals: true,
  iconUrl: true,
}
const networkParts: Record<keyof Network, true> = {
  id: true,
  name: true,
  namespace: true,
  nativeCurrency: true,
  rpcUrls: true,
  blockExplorers: true,
  contracts: true,
  testnet: true,
}

/** Names that other kits and wallet lists use for the field with a wallet's or token's picture. */
const pictureNames = ['icon', 'image', 'logo', 'logoURI', 'iconUrl', 'icon_url']

/**
 * Reports two kinds of faults to the site's developer, once: valid options that contradict each
 * other, and unknown parts of options. It runs when the modal first opens, so the page does not
 * load its code before. The kit works in spite of these faults: it uses the first of two equal
 * networks, adapters or wallets, and hides a checkbox without terms.
 */
export function checkContradictions(kit: Kit): void {
  const { screens } = contextOf(kit)
  if (check(kit).isDone) return
  if (screens.getState().status === 'coming') {
    // the check needs the switches in the manifests of the features, which are still loading
    const stop = screens.subscribe(() => {
      stop()
      checkContradictions(kit)
    })
    return
  }
  check(kit).isDone = true
  const faults = faultChecks.flatMap((faultOf) => faultOf(kit) ?? [])
  for (const fault of faults) globalThis.reportError?.(fault)
  if (faults.length > 0)
    showAlert(kit, {
      code: 'alertInvalidConfiguration',
      text: faults.map(({ message }) => message).join(' '),
    }) // all faults in one text, because the modal shows one alert
}

type FaultCheck = (kit: Kit) => KitError | undefined

/** The error about a switch in `features` that neither the kit nor a feature's manifest has. */
const unknownFeature: FaultCheck = (kit) => {
  const { options, screens } = contextOf(kit)
  const modal = screens.getState()
  if (modal.status !== 'there') return undefined
  const known = [...new Set([...Object.keys(defaultFeatures), ...modal.options])]
  const option = Object.keys(options.features ?? {}).find((name) => !known.includes(name))
  return option === undefined
    ? undefined
    : optionInvalid(
        `features.${option}`,
        'is unknown',
        `Leave it out, or pass one of: ${known.join(', ')}.`,
      )
}

const equalNetworks: FaultCheck = (kit) => {
  const network = duplicateIn(contextOf(kit).networks.map(({ networkId }) => networkId))
  return network
    ? optionInvalid('networks', `names ${network} twice`, 'Name each network once.')
    : undefined
}

const equalAdapters: FaultCheck = (kit) => {
  const namespace = duplicateIn(contextOf(kit).adapters.map((adapter) => adapter.namespace))
  return namespace
    ? optionInvalid('adapters', `has two for ${namespace}`, 'Pass one for each namespace.')
    : undefined
}

const equalWallets: FaultCheck = (kit) => {
  const wallet = duplicateIn((contextOf(kit).options.customWallets ?? []).map(({ id }) => id))
  return wallet
    ? optionInvalid('customWallets', `names ${wallet} twice`, 'Give each wallet an id of its own.')
    : undefined
}

const unknownMetadata: FaultCheck = (kit) =>
  unknownFieldIn('metadata.', contextOf(kit).options.metadata, metadataParts)

const unknownWalletPart: FaultCheck = (kit) =>
  firstOf(contextOf(kit).options.customWallets ?? [], (wallet, at) =>
    unknownFieldIn(`customWallets[${at}].`, wallet, walletParts, 'image_url'),
  )

const unknownTokenPart: FaultCheck = (kit) =>
  firstOf(Object.entries(contextOf(kit).options.tokens ?? {}), ([id, list]) =>
    firstOf(list ?? [], (token, at) =>
      unknownFieldIn(`tokens["${id}"][${at}].`, token, tokenParts, 'iconUrl'),
    ),
  )

/**
 * The error about an unknown part of a network. viem's networks have further parts, which only viem
 * uses. So an unknown part counts only if its name is similar to a known one.
 */
const unknownNetworkPart: FaultCheck = (kit) =>
  firstOf(contextOf(kit).options.networks, (network, at) =>
    unknownFieldIn(
      `networks[${at}].`,
      network,
      networkParts,
      undefined,
      (name) => nearest(name, Object.keys(networkParts)) !== undefined,
    ),
  )

const unusedVariable: FaultCheck = (kit) => {
  const names = Object.keys(contextOf(kit).options.themeVariables ?? {})
  const variable = names.find((name) => !themeVariables.includes(name))
  return variable
    ? optionInvalid(
        'themeVariables',
        `has "${variable}", which nothing reads`,
        `Pass some of: ${themeVariables.join(', ')}.`,
      )
    : undefined
}

/** The errors about networks in an option that are not in the site's `networks`. */
const orphansOf =
  (option: 'customRpcUrls' | 'networkIcons') =>
  (kit: Kit): readonly KitError[] => {
    const { options, networks } = contextOf(kit)
    return Object.keys(options[option] ?? {})
      .filter((id) => networks.every(({ networkId }) => networkId !== id))
      .map((id) =>
        optionInvalid(
          option,
          `names ${id}, which is none of the networks`,
          'Add it to networks, or leave it out.',
        ),
      )
  }

const missingTerms: FaultCheck = (kit) => {
  const { features, termsConditionsUrl, privacyPolicyUrl } = contextOf(kit).options
  return features?.legalCheckbox && !(termsConditionsUrl ?? privacyPolicyUrl)
    ? optionInvalid(
        'features.legalCheckbox',
        'has nothing to agree to',
        'Pass termsConditionsUrl, privacyPolicyUrl or both.',
      )
    : undefined
}

/** All checks, in the order in which their faults are reported. */
const faultChecks: readonly ((kit: Kit) => KitError | undefined | readonly KitError[])[] = [
  unknownFeature,
  equalNetworks,
  equalAdapters,
  equalWallets,
  unknownMetadata,
  unknownWalletPart,
  unknownTokenPart,
  unknownNetworkPart,
  unusedVariable,
  orphansOf('customRpcUrls'),
  orphansOf('networkIcons'),
  missingTerms,
]

/** The first fault in a list. */
function firstOf<entry>(
  list: readonly entry[],
  faultOf: (entry: entry, at: number) => KitError | undefined,
): KitError | undefined {
  for (const [at, entry] of list.entries()) {
    const fault = faultOf(entry, at)
    if (fault) return fault
  }
  return undefined
}

/**
 * The error about an unknown part. Undefined where there is none. `picture` is the part that
 * contains the picture.
 */
function unknownFieldIn(
  path: string,
  given: object,
  parts: object,
  picture?: string,
  isReported: (name: string) => boolean = () => true,
): KitError | undefined {
  const name = Object.keys(given).find((field) => !Object.hasOwn(parts, field) && isReported(field))
  if (name === undefined) return undefined
  const known = Object.keys(parts)
  const intended = picture && pictureNames.includes(name) ? picture : nearest(name, known)
  return optionInvalid(
    path + name,
    'is unknown',
    intended === undefined
      ? `Leave it out, or pass one of: ${known.join(', ')}.`
      : `Did you mean "${path}${intended}"?`,
  )
}

const duplicateIn = (names: readonly string[]) =>
  names.find((name, at) => names.indexOf(name) !== at)
