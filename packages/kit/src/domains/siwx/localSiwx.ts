import { toHex } from '@latchkey/protocol/hex'
import { isSameAddress } from '@latchkey/protocol/address'
import { loadCode } from '../../core/page/loadCode.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { Siwx, SiwxSession } from '../../core/contracts/siwx.ts'
import { readStored, writeStored } from '../../core/storage/storage.ts'
import { checkSignInOptions } from './checkSignInOptions.ts'
import type { SignInOptions } from './message.lazy.ts'
import { contextOf } from '../../core/kit/context.ts'

/** The maximum number of stored sessions. The oldest sessions are removed first. */
const maxSessions = 50
/** Random bytes of a nonce: 128 bits. */
const nonceBytes = 16

/**
 * Signing in without a server: sessions are stored in the visitor's browser. From them the page
 * knows who is signed in, but a server must not trust them. With a server, use `serverSiwx`.
 * @throws KitError optionInvalid
 * @example createKit({ …, siwx: localSiwx({ required: false }) })
 */
export function localSiwx(options: SignInOptions = {}): (kit: Kit) => Siwx {
  checkSignInOptions(options)
  return (kit) => {
    const { raw } = contextOf(kit).storage
    const read = (): readonly SiwxSession[] => {
      const stored = readStored(raw, 'siwx')
      return Array.isArray(stored) ? stored : [] // unchecked: the kit checks the returned sessions
    }
    const write = (sessions: readonly SiwxSession[]) =>
      writeStored(raw, 'siwx', sessions.length > 0 ? sessions.slice(-maxSessions) : undefined)
    const isOf = (chainId: string, address: string) => (session: SiwxSession | null) =>
      session?.data?.chainId === chainId &&
      isSameAddress(String(session.data.accountAddress), address)
    const getNonce = async () => toHex(crypto.getRandomValues(new Uint8Array(nonceBytes)))
    return {
      getNonce,
      createMessage: async (account) =>
        (await loadCode(import('./message.lazy.ts'))).createMessage(
          kit,
          account,
          await getNonce(),
          options,
        ),
      addSession: async (session) =>
        write([
          ...read().filter(
            (entry) => !isOf(session.data.chainId, session.data.accountAddress)(entry),
          ),
          session,
        ]),
      setSessions: async (sessions) => write(sessions),
      getSessions: async (chainId, address) => read().filter(isOf(chainId, address)),
      revokeSession: async (chainId, address) =>
        write(read().filter((entry) => !isOf(chainId, address)(entry))),
      getRequired: () => options.required ?? true,
      ...(options.signOutOnDisconnect !== undefined && {
        signOutOnDisconnect: options.signOutOnDisconnect,
      }),
    }
  }
}
