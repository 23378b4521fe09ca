import { isNetworkId } from '@latchkey/protocol/caip'
import * as counts from '@latchkey/protocol/counts'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { Link } from '../core/contracts/connectorSource.ts'
import type { Kit } from '../core/kit/kit.ts'
import { toAddresses, validAccounts, withPurposeFirst } from '../core/accounts/sharedAccount.ts'
import type { Connection } from '../core/accounts/session.ts'
import { connectionsOf } from '../core/accounts/session.ts'
import { dispatch } from './dispatch.ts'
import { contextOf } from '../core/kit/context.ts'

/**
 * Makes a connection from each link, and follows the link until its wallet disconnects. No other
 * file makes connections. A link replaces an earlier one with the same namespace and id. The
 * current connection does not change.
 */
export function takeLinks(kit: Kit, links: readonly Link[]): void {
  for (const link of links) {
    const { all } = contextOf(kit).links
    const key = keyOfLink(link.namespace, link.connectorId)
    const before = all.get(key)
    if (before?.link === link) continue
    before?.close()
    const stop = link.subscribe((state) => {
      if (all.get(key)?.link !== link) return
      if (state) publish(kit, link.namespace)
      else dropLink(kit, link)
    })
    const close = () => {
      stop()
      link.close()
    }
    all.set(key, { link, close })
  }
  for (const namespace of new Set(links.map((link) => link.namespace))) publish(kit, namespace)
}

/** Makes a connection the current one of its namespace. Does nothing if it has ended. */
export function setCurrent(kit: Kit, namespace: Namespace, connectorId: string): void {
  const link = linkOf(kit, namespace, connectorId)
  if (!link) return
  link.makeCurrent?.()
  publish(kit, namespace, connectorId)
}

/** Writes the state of a namespace's links into its session. */
function publish(kit: Kit, namespace: Namespace, chosen?: string): void {
  const session = kit.getState().sessions[namespace]
  const current =
    chosen ?? (session && 'current' in session ? session.current.connectorId : undefined)
  const links = [...contextOf(kit).links.all.values()]
    .map(({ link }) => link)
    .filter((link) => link.namespace === namespace)
  dispatch(kit, namespace, {
    type: 'connectionsChanged',
    connections: links.flatMap((link) => read(kit, link)),
    ...(current !== undefined && { current }),
  })
}

/**
 * The connection of a link. An empty list if its state is invalid or can't be read, because one
 * invalid link must not affect the others.
 */
function read(kit: Kit, link: Link): readonly Connection[] {
  try {
    const state = link.state()
    const accounts = withPurposeFirst(
      validAccounts(state.accounts.slice(0, counts.walletAccounts), link.namespace),
      contextOf(kit).options.defaultAccountTypes?.[link.namespace] ?? 'payment',
    )
    return accounts.length > 0 && isNetworkId(state.networkId)
      ? [{ connectorId: link.connectorId, ...state, accounts }]
      : []
  } catch (error) {
    globalThis.reportError?.(error)
    return []
  }
}

/** Removes a link and its connection from the kit, without a message to its wallet. */
export function dropLink(kit: Kit, link: Link): void {
  const { all } = contextOf(kit).links
  const key = keyOfLink(link.namespace, link.connectorId)
  const current = all.get(key)
  if (current?.link !== link) return
  all.delete(key)
  current.close()
  publish(kit, link.namespace)
  forgetAdmitted(kit)
}

/**
 * Removes the addresses that no connection shares any more from the state's `admitted`, so that the
 * gates check a visitor who connects again.
 */
function forgetAdmitted({ store }: Kit): void {
  const { admitted, sessions } = store.getState()
  if (!admitted) return
  const shared = Object.values(sessions)
    .flatMap(connectionsOf)
    .flatMap(({ accounts }) => toAddresses(accounts))
  const remaining = Object.entries(admitted).map(([feature, addresses]) => [
    feature,
    addresses.filter((address) => shared.includes(address)),
  ])
  store.setState({ admitted: Object.fromEntries(remaining) })
}

/** The unique name of a link in a kit. */
const keyOfLink = (namespace: Namespace, connectorId: string): string =>
  `${namespace} ${connectorId}`

/** The link of a connection, as long as it exists. */
export function linkOf(kit: Kit, namespace: Namespace, connectorId: string): Link | undefined {
  return contextOf(kit).links.all.get(keyOfLink(namespace, connectorId))?.link
}
