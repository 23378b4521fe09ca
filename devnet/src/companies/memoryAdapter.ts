import type { Adapter, AdapterPayload } from 'oidc-provider'

/** The maximum number of stored entries. The oldest entry is deleted first. */
const maxEntries = 5_000

/** Creates the store of an OpenID provider, in the memory of this process. */
export function createMemoryAdapter(): (model: string) => Adapter {
  const entries = new Map<string, AdapterPayload>()
  return (model) => {
    const keyOf = (id: string) => `${model} ${id}`
    const findBy = (is: (payload: AdapterPayload) => boolean) =>
      [...entries].find(([key, payload]) => key.startsWith(`${model} `) && is(payload))?.[1]
    return {
      async upsert(id, payload) {
        const [oldest] = entries.size >= maxEntries ? entries.keys() : []
        if (oldest !== undefined) entries.delete(oldest)
        entries.set(keyOf(id), payload)
      },
      find: async (id) => entries.get(keyOf(id)),
      findByUid: async (uid) => findBy((payload) => payload.uid === uid),
      findByUserCode: async (userCode) => findBy((payload) => payload.userCode === userCode),
      async consume(id) {
        const payload = entries.get(keyOf(id))
        if (payload)
          entries.set(keyOf(id), { ...payload, consumed: Math.floor(Date.now() / 1_000) })
      },
      async destroy(id) {
        entries.delete(keyOf(id))
      },
      async revokeByGrantId(grantId) {
        for (const [key, payload] of entries) if (payload.grantId === grantId) entries.delete(key)
      },
    }
  }
}
