import { addressKey } from '@latchkey/protocol/address'
import * as times from '@latchkey/protocol/times'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { readIdentity, rememberIdentity, type Identity } from './rememberedIdentity.ts'

/**
 * The query of an account's name and avatar. They are cached for five minutes, even after a reload.
 * Without an API, only the option `identity` is used.
 */
export function identityQuery(kit: Kit, address: string) {
  const known = readIdentity(kit, address)
  return {
    queryKey: ['identity', addressKey(address)] as const,
    staleTime: times.identityCache,
    gcTime: times.identityCache,
    networkMode: 'always' as const, // when offline, the query fails, and screens show the address
    initialData: known?.identity,
    initialDataUpdatedAt: known?.at,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Identity> => {
      const { getIdentity } = await import('./getIdentity.lazy.ts').catch((cause: unknown) => {
        throw kitError('httpFailed', { cause })
      })
      const identity = await getIdentity(kit, { address, signal })
      rememberIdentity(kit, address, identity)
      return identity
    },
  }
}
