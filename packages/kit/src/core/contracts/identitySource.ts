import type { NetworkId } from '@latchkey/protocol/caip'
import type { NamedAddresses } from './facets/addresses.ts'
import type { Kit } from '../kit/kit.ts'

/**
 * The name of an account, and its picture: a `data:image/` URI, or a URL on the host of the
 * source's `pictures`.
 */
export type SourcedIdentity = { name?: string; avatar?: string }

/** The addresses of a name by coin type, and the registered form of the name. */
export type SourcedName = { name: string; addresses: NamedAddresses }

/**
 * A source of names and pictures of accounts. It is used for accounts and names that the site's API
 * does not know. `ens()` is one.
 */
export type IdentitySource = {
  /**
   * A URL on the host of the source's pictures; the site has named this host. Absent if the answers
   * contain all pictures.
   */
  readonly pictures?: string
  /**
   * The name and the picture of an account. Empty if the account has none, or if the source does
   * not serve its namespace.
   * @throws KitError of the node or the service; optionInvalid where the site has named no node
   */
  identify(
    kit: Kit,
    parameters: { address: string; signal?: AbortSignal },
  ): Promise<SourcedIdentity>
  /**
   * The addresses of a name, for a network and for Ethereum. Undefined if the name is not
   * registered.
   * @throws KitError as `identify`
   */
  lookUp(
    kit: Kit,
    parameters: { name: string; networkId?: NetworkId; signal?: AbortSignal },
  ): Promise<SourcedName | undefined>
}
