import * as times from '@latchkey/protocol/times'
import { kitError } from '../core/errors.ts'
import type { Kit } from '../core/kit.ts'
import { readIdentity, rememberIdentity } from './rememberedIdentity.ts'

/** Who an account says it is. Both come from strangers: a name to be shown as text, and an https address or `data:image/` URI for an `<img>` alone. */
export type Identity = { name?: string; avatar?: string }

/** The query of an account's name and avatar: kept five minutes (spec section 9), also over a reload. Nobody is asked where there is no API. */
export function identityQuery(kit: Kit, address: string) {
  const known = readIdentity(kit, address)
  return {
    queryKey: ['identity', address.toLowerCase()] as const,
    staleTime: times.identityCache,
    gcTime: times.identityCache,
    networkMode: 'always' as const, // without a network it fails, and the address stands
    initialData: known?.identity,
    initialDataUpdatedAt: known?.at,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Identity> => {
      const { getIdentity } = await import('./getIdentity.ts').catch((cause: unknown) => { throw kitError('httpFailed', { cause }) })
      const identity = await getIdentity(kit, { address, signal })
      rememberIdentity(kit, address, identity)
      return identity
    },
  }
}
