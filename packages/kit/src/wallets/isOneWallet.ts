import type { Connector } from '../core/connectorSource.ts'

/**
 * Whether two connectors lead to one wallet: they have one id, or one of them has nothing but a
 * name, and the other, in another namespace, has the same. A name that several wallets of a
 * namespace have says nothing.
 */
export function isOneWallet(one: Connector, other: Connector, all: readonly Connector[]): boolean {
  if (one.id === other.id) return true
  if (
    one.namespace === other.namespace ||
    !(one.isByName || other.isByName) ||
    nameOf(one) !== nameOf(other)
  )
    return false
  return [one, other].every(
    ({ namespace }) =>
      all.filter(
        (each) =>
          each.type === 'injected' && each.namespace === namespace && nameOf(each) === nameOf(one),
      ).length === 1,
  )
}

/**
 * All connectors of the wallet that one of them leads to, each namespace once; empty for an id that
 * none has.
 */
export function connectorsOfWallet(
  all: readonly Connector[],
  connectorId: string,
): readonly Connector[] {
  const own = all.filter(({ id }) => id === connectorId)
  const same = all.filter((each) => own.some((one) => isOneWallet(one, each, all)))
  return same.filter(
    ({ namespace }, index) => same.findIndex((other) => other.namespace === namespace) === index,
  )
}

const nameOf = ({ name }: Connector) => name.trim().toLowerCase()
