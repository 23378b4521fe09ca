import * as v from 'valibot'
import { accountKey } from '@latchkey/protocol/address'
import { toBase64url, fromBase64url } from '@latchkey/protocol/base64'
import { parseSignIn } from '@latchkey/protocol/signIn/parseSignIn'
import { readInstant } from '@latchkey/protocol/signIn/readInstant'
import type { SignInMessage } from '@latchkey/protocol/signIn/signInMessage'
import { cookieNameOf, cookiesOf } from './cookies.ts'
import type { HeadersLike } from './cookies.ts'
import type { Seals } from './createSeals.ts'
import { SiwxError } from './SiwxError.ts'
import type { SiwxStore } from './store/siwxStore.ts'

/** An account that has signed in. */
export type SiwxAccount = {
  /** CAIP-10. */
  accountId: string
  data: SignInMessage
  /** The signed text. */
  message: string
  signature: string
  /**
   * Both in milliseconds since 1970. `expiresAt` is the end of the session, or the earlier end in
   * the message.
   */
  signedInAt: number
  expiresAt: number
}

/** A session: the accounts that have signed in with one browser. */
export type SiwxSession = {
  /** The id for `revoke`. It gives no access: the cookie also has a seal. */
  id: string
  /** At least one account, in the order in which they signed in. */
  accounts: readonly SiwxAccount[]
}

const stored = v.array(
  v.object({
    message: v.string(),
    signature: v.string(),
    signedInAt: v.number(),
    expiresAt: v.number(),
  }),
)
type Stored = v.InferOutput<typeof stored>[number]
const keyOf = (id: string) => `session:${id}`

type Options = {
  store: SiwxStore
  seals: Seals
  origin: string
  clock: { now(): number }
  /** Milliseconds for which a session is valid. */
  lifetime: number
  /** The maximum number of accounts in a session. */
  maxAccounts: number
}

/** A new session. `cookie` is the value of its cookie. */
type Created = { session: SiwxSession; cookie: string; expiresAt: number }

/**
 * Creates the session store of a server. Each change creates a new session and ends the previous
 * session. So a cookie that was stolen earlier never gives access to accounts that sign in later.
 */
export const createSessions = (options: Options): Sessions => new Sessions(options)

/** The sessions of a server. */
export class Sessions {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Reads the session that belongs to a request's cookie. Expired accounts are left out. */
  async read(headers: HeadersLike): Promise<SiwxSession | undefined> {
    const { store, origin, clock } = this.#options
    const isLive = ({ expiresAt }: Stored) => expiresAt > clock.now()
    for (const cookie of cookiesOf(headers, cookieNameOf(origin)).slice(0, 4)) {
      const id = await this.#idIn(cookie)
      const text = id === undefined ? undefined : await store.get(keyOf(id))
      const accounts =
        text === undefined ? [] : v.parse(stored, JSON.parse(text)).filter(isLive).map(accountOf)
      if (id !== undefined && accounts.length > 0) return { id, accounts }
    }
    return undefined
  }

  /** Ends a session. */
  remove(id: string): Promise<void> {
    return this.#options.store.remove(keyOf(id))
  }

  /** Adds an account to the session `before`, or starts a session. */
  async add(
    before: SiwxSession | undefined,
    { message, signature, data }: { message: string; signature: string; data: SignInMessage },
    client: string | undefined,
  ): Promise<Created> {
    const { clock, lifetime, maxAccounts } = this.#options
    const now = clock.now()
    const expiresAt = Math.min(
      now + lifetime,
      data.expirationTime === undefined ? Infinity : (readInstant(data.expirationTime) ?? 0),
    )
    const others = othersOf(before, accountIdOf(data))
    if (others.length >= maxAccounts) throw new SiwxError('accountsFull')
    const created = await this.#create(
      [...others.map(toStored), { message, signature, signedInAt: now, expiresAt }],
      client,
    )
    if (before) await this.remove(before.id)
    return created
  }

  /** Signs an account out. Returns the new session; undefined if no account is left. */
  async leave(
    before: SiwxSession,
    accountId: string,
    client: string | undefined,
  ): Promise<Created | undefined> {
    const others = othersOf(before, accountId)
    const created = others.length > 0 ? await this.#create(others.map(toStored), client) : undefined
    await this.remove(before.id)
    return created
  }

  /** Creates a session with these accounts. */
  async #create(accounts: readonly Stored[], client: string | undefined): Promise<Created> {
    const { store, seals } = this.#options
    const id = toBase64url(crypto.getRandomValues(new Uint8Array(32)))
    const expiresAt = Math.max(...accounts.map((account) => account.expiresAt))
    const read = accounts.map(accountOf)
    await store.add(
      keyOf(id),
      JSON.stringify(accounts),
      expiresAt,
      client ?? read.at(-1)?.accountId,
    )
    return {
      session: { id, accounts: read },
      cookie: `${id}.${toBase64url(await seals.seal(this.#textOf(id)))}`,
      expiresAt,
    }
  }

  /** The session id in a cookie. Undefined if the seal is invalid. */
  async #idIn(cookie: string): Promise<string | undefined> {
    const [, id = '', proof = ''] = /^([\w-]{43})\.([\w-]{43})$/.exec(cookie) ?? []
    return id !== '' && (await this.#options.seals.isSealed(this.#textOf(id), bytesIn(proof)))
      ? id
      : undefined
  }

  #textOf(id: string): string {
    return `session ${this.#options.origin} ${id}`
  }
}

/** The accounts of a session but one, in any spelling of its address. */
const othersOf = (session: SiwxSession | undefined, accountId: string): readonly SiwxAccount[] =>
  (session?.accounts ?? []).filter(
    (account) => accountKey(account.accountId) !== accountKey(accountId),
  )

const accountIdOf = ({ chainId, accountAddress }: SignInMessage) => `${chainId}:${accountAddress}`
const toStored = ({ message, signature, signedInAt, expiresAt }: SiwxAccount): Stored => ({
  message,
  signature,
  signedInAt,
  expiresAt,
})

function accountOf(account: Stored): SiwxAccount {
  const data = parseSignIn(account.message)
  return { accountId: accountIdOf(data), data, ...account }
}

function bytesIn(proof: string): Uint8Array {
  try {
    return fromBase64url(proof)
  } catch {
    return new Uint8Array() // an invalid text: no seal matches empty bytes
  }
}
