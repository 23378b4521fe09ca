import type { Connector } from '../../core/contracts/connectorSource.ts'
import { readDevice } from '../../core/page/device.ts'
import type { Device } from '../../core/page/device.ts'
import { defaultFeatures } from '../../core/kit/features.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { createIdMatcher } from '../../core/options/createIdMatcher.ts'
import type { KitOptions } from '../../core/options/options.ts'
import { connectionsOf } from '../../core/accounts/session.ts'
import type { Social } from '../../core/contracts/socials.ts'
import type { KitState } from '../../core/kit/state.ts'
import { hasRestrictedZone } from '../../core/page/hasRestrictedZone.ts'
import { inOrder } from './inOrder.ts'
import { contextOf } from '../../core/kit/context.ts'

/** A method to connect that the modal offers to the visitor. */
export type OfferedMethod =
  | { method: 'email'; connectorId: string }
  /** `socials` has at least one company, in the order in which they are shown. */
  | { method: 'social'; connectorId: string; socials: readonly Social[] }
  /** `isFolded`: all wallets are behind one button. */
  | { method: 'wallet'; isFolded: boolean }

/**
 * A method to connect, or a placeholder for companies that the wallet's service has not reported
 * yet. `rows` is how many rows of buttons they will need.
 */
export type MethodPlace = OfferedMethod | { method: 'social'; isPending: true; rows: 1 | 2 }

/** The inputs that decide which methods are offered. */
export type MethodSources = {
  /** The connectors that are not connected yet. */
  connectors: readonly Connector[]
  options: Pick<KitOptions, 'features' | 'enableWallets' | 'excludeWalletIds'>
  device: Pick<Device, 'isMessenger' | 'isIos' | 'isPhone' | 'system'>
  /** Whether the device's time zone is one where the companies' logins do not answer. */
  isRestricted: boolean
}

/**
 * The current methods to connect for this visitor, in the site's order, as the Connect screen shows
 * them: by e-mail, by companies, and by wallets. E-mail and companies need a connector of the type
 * `auth` that is not connected yet. Call it again when the state's `connectors` or `sessions`
 * change.
 */
export function connectMethods(
  kit: Kit,
  { connectors, sessions }: Pick<KitState, 'connectors' | 'sessions'> = kit.getState(),
): readonly OfferedMethod[] {
  return methodPlaces(kit, { connectors, sessions }).flatMap((place) =>
    'isPending' in place ? [] : [place],
  )
}

/**
 * The methods of {@link connectMethods}, and a placeholder for companies that are not known yet. A
 * screen shows the placeholder at once, so that later nothing moves under the pointer.
 */
export function methodPlaces(
  kit: Kit,
  { connectors, sessions }: Pick<KitState, 'connectors' | 'sessions'>,
): readonly MethodPlace[] {
  // a connector that is connected in any namespace is not offered again
  const used = Object.values(sessions)
    .flatMap((session) => (session ? connectionsOf(session) : []))
    .map(({ connectorId }) => connectorId)
  const unused = connectors.filter(({ id }) => !used.includes(id))
  return offeredMethods({
    connectors: unused,
    options: contextOf(kit).options,
    device: readDevice(),
    // the first date format of a page takes longer than all the rest here, and only logins need it
    isRestricted: unused.some(({ type }) => type === 'auth') && hasRestrictedZone(),
  })
}

/** Computes the methods of {@link methodPlaces}, without reading the kit or the device. */
export function offeredMethods({
  connectors,
  options: { features, enableWallets, excludeWalletIds },
  device,
  isRestricted,
}: MethodSources): readonly MethodPlace[] {
  const isExcluded = createIdMatcher(excludeWalletIds)
  const loginOptions = connectors.flatMap((connector) =>
    connector.type === 'auth' && connector.logins && !isExcluded(connector)
      ? [{ connectorId: connector.id, ...connector.logins }]
      : [],
  )
  const mailer = features?.email !== false && loginOptions.find(({ email }) => email)
  const offeredSocials = isRestricted
    ? []
    : inOrder((features?.socials ?? defaultFeatures.socials) || [], []).filter(
        (name) => !blockedIn(device).includes(name),
      )
  const companies = loginOptions.map(
    ({ connectorId, socials }): OfferedMethod & { method: 'social' } => ({
      method: 'social',
      connectorId,
      socials: offeredSocials.filter((name) => socials.includes(name)),
    }),
  )
  const isAwaited =
    offeredSocials.length > 0 &&
    loginOptions.some(
      ({ areSocialsPending, areSocialsUnavailable }) => areSocialsPending && !areSocialsUnavailable,
    )
  const methods: { [name: string]: MethodPlace | false | undefined } = {
    email: mailer && { method: 'email', connectorId: mailer.connectorId },
    social:
      companies.find(({ socials }) => socials.length > 0) ??
      (isAwaited && { method: 'social', isPending: true, rows: offeredSocials.length > 1 ? 2 : 1 }),
    wallet: enableWallets !== false && {
      method: 'wallet',
      isFolded: Boolean(
        features?.collapseWallets || (mailer && features?.emailShowWallets === false),
      ),
    },
  }
  return inOrder(features?.connectMethodsOrder, defaultFeatures.connectMethodsOrder).flatMap(
    (name) => methods[name] || [],
  )
}

/** Companies whose pages refuse to be opened inside a messaging app. */
function blockedIn({
  isMessenger,
  isIos,
  isPhone,
  system,
}: MethodSources['device']): readonly string[] {
  if (!isMessenger) return []
  return isIos ? ['google'] : isPhone ? ['facebook', 'x'] : system === 'mac' ? ['x'] : []
}
