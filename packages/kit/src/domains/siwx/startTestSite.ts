import { createSignIn } from '@latchkey/protocol/signIn/createSignIn'
import { formatSignIn } from '@latchkey/protocol/signIn/formatSignIn'
import { isSameAddress } from '@latchkey/protocol/address'
import type { Siwx, SiwxSession } from '../../core/contracts/siwx.ts'

/**
 * The sign-in functions of a site, for tests. They accept every signature, and `calls` collects the
 * names of the functions that were called.
 */
export function startTestSite(
  {
    isRequired = false,
    signOutOnDisconnect = true,
    life,
  }: {
    isRequired?: boolean
    signOutOnDisconnect?: boolean
    /** Milliseconds for which a session is valid. @default sessions do not end */
    life?: number
  } = {},
  now: () => number = Date.now,
) {
  let sessions: readonly SiwxSession[] = []
  let nonces = 0
  /** By function: the error with which its next calls fail. */
  const faults = new Map<keyof Siwx, Error>()
  const calls: (keyof Siwx)[] = []
  const answer = async <value>(name: keyof Siwx, give: () => value): Promise<value> => {
    calls.push(name)
    const fault = faults.get(name)
    if (fault) throw fault
    return give()
  }
  const isOf =
    (chainId: string, address: string) =>
    ({ data }: SiwxSession) =>
      data.chainId === chainId && isSameAddress(data.accountAddress, address)
  const siwx: Siwx = {
    createMessage: (account) =>
      answer('createMessage', () => {
        const data = createSignIn({
          ...account,
          domain: 'shop.example.org',
          uri: 'https://shop.example.org',
          nonce: `nonce${String(++nonces).padStart(4, '0')}`,
          now: now(),
          ...(life !== undefined && { lifetime: life }),
        })
        return { ...data, chainId: account.chainId, toString: () => formatSignIn(data) }
      }),
    addSession: (session) => answer('addSession', () => void (sessions = [...sessions, session])),
    setSessions: (next) => answer('setSessions', () => void (sessions = next)),
    getSessions: (chainId, address) =>
      answer('getSessions', () => sessions.filter(isOf(chainId, address))),
    revokeSession: (chainId, address) =>
      answer(
        'revokeSession',
        () => void (sessions = sessions.filter((session) => !isOf(chainId, address)(session))),
      ),
    getRequired: () => isRequired,
    signOutOnDisconnect,
  }
  return {
    siwx,
    calls,
    faults,
    sessions: () => sessions,
    forget: () => void (sessions = []),
  }
}
