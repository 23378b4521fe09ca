import type { Clock } from '../../core/page/clock.ts'
import { kitError } from '../../core/errors/errors.ts'
import { KitError } from '../../core/errors/KitError.ts'
import type { SiwxMessageData } from '../../core/contracts/siwx.ts'
import type { RawStorage } from '../../core/storage/storage.ts'
import { forgetWallet } from './rememberWallet.ts'
import type { Cacao } from '../walletconnect/authentication/cacao.ts'
import type { WalletConnect } from '../walletconnect/createWalletConnect.lazy.ts'
import type { RequestedNamespaces, Session } from '../walletconnect/session.ts'
import type { Pairing } from '../../core/contracts/connectorSource.ts'

/** The parameters of a request for a code. */
export type CodeParameters = {
  namespaces: RequestedNamespaces
  /**
   * Returns a sign-in that the wallet may sign as it connects. Called only if a new code is made.
   */
  signIn?: () => Promise<SiwxMessageData | undefined>
  signal?: AbortSignal
  /**
   * Shows an earlier pairing again while it is valid, instead of a new one. For iOS Safari and
   * Telegram.
   */
  keepPairing?: boolean
}

/** A phone that has approved a code, and the messages that it signed. */
export type Approved = { session: Session; cacaos: readonly Cacao[] }

/** The codes for phones. */
export type PhoneCodes = {
  /**
   * Shows a code and waits for the phone that reads it. `show` is called again with `isReady` after
   * the relay has been reached.
   * @throws KitError unauthorized for a phone without an account that the site can use,
   *   requestAborted, the client's errors
   */
  propose(parameters: CodeParameters, show: (pairing: Pairing) => void): Promise<Approved>
}

type Parts = {
  client: () => Promise<WalletConnect>
  storage: RawStorage
  clock: Clock
  /** Whether a session has an account of one of the site's namespaces. */
  isUseful: (session: Session) => Promise<boolean>
  /**
   * Called with the topic of the session when a phone has approved a code that is no longer shown.
   */
  onLate: (topic: string) => void
}

type Code = {
  requestKey: string
  uri: string
  expiresAt: number
  ready: Promise<unknown>
  approval: Promise<Session>
  signed: () => readonly Cacao[]
  watchers: number
}

/**
 * Makes the codes of one connector for phones. With `keepPairing`, the last code is stored, because
 * on such devices the visitor leaves the page to answer it.
 */
export function createPhoneCodes(parts: Parts): PhoneCodes {
  return new StoredCodes(parts)
}

class StoredCodes implements PhoneCodes {
  readonly #parts: Parts
  #stored: Code | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async propose(parameters: CodeParameters, show: (pairing: Pairing) => void): Promise<Approved> {
    let until = Infinity
    try {
      return await this.#proposeOnce(parameters, (pairing) => {
        until = pairing.expiresAt
        show(pairing)
      })
    } catch (error) {
      // If a code expires before its time, the visitor's clock was wrong. The next code uses the
      // relay's time.
      const isEarly = until > this.#parts.clock.now() + 1_000
      if (!KitError.is(error, 'pairingExpired') || !isEarly) throw error
      return this.#proposeOnce(parameters, show)
    }
  }

  async #proposeOnce(
    parameters: CodeParameters,
    show: (pairing: Pairing) => void,
  ): Promise<Approved> {
    const { signal, keepPairing } = parameters
    const code =
      (keepPairing && this.#validCode(parameters)) ||
      (await this.#begin(parameters, keepPairing ? undefined : signal))
    this.#stored = keepPairing ? code : undefined
    code.watchers++
    const { uri, expiresAt } = code
    show({ uri, expiresAt, isReady: false })
    let isEnded = false
    code.ready.then(
      () => isEnded || show({ uri, expiresAt, isReady: true }),
      () => {},
    ) // ignored, because `approval` fails, too
    try {
      return { session: await unlessAborted(code.approval, signal), cacaos: code.signed() }
    } finally {
      isEnded = true
      code.watchers--
    }
  }

  /** The stored code, if it is still valid for the same request. */
  #validCode({ namespaces }: CodeParameters): Code | undefined {
    const stored = this.#stored
    return stored?.requestKey === JSON.stringify(namespaces) &&
      stored.expiresAt > this.#parts.clock.now()
      ? stored
      : undefined
  }

  async #begin(
    { namespaces, signIn }: CodeParameters,
    signal: AbortSignal | undefined,
  ): Promise<Code> {
    const { client, storage, onLate } = this.#parts
    const [sign, data] = await Promise.all([client(), signIn?.()])
    const { uri, expiresAt, isResumed, ready, approval, signed } = await sign.propose({
      namespaces,
      signal,
      ...(data && { signIn: data }),
    })
    if (!isResumed) forgetWallet(storage) // the visitor has not opened an app with this code yet
    const code: Code = {
      requestKey: JSON.stringify(namespaces),
      uri,
      expiresAt,
      ready,
      approval: approval.then((session) => this.#checked(session)),
      signed,
      watchers: 0,
    }
    const drop = () => {
      if (this.#stored === code) this.#stored = undefined
    }
    // This also runs when the code is no longer shown: a refused code must not be shown again, and
    // a phone that has approved must not wait forever.
    code.approval.then(({ topic }) => {
      drop()
      if (code.watchers === 0) onLate(topic)
    }, drop)
    return code
  }

  async #checked(found: Session): Promise<Session> {
    const { client, isUseful } = this.#parts
    if (await isUseful(found)) return found
    // the phone has no account that the site can use
    void (await client()).disconnect({ topic: found.topic }).catch(() => {})
    throw kitError('unauthorized')
  }
}

/** The result of the promise. @throws KitError requestAborted when the signal fires first */
function unlessAborted<value>(
  promise: Promise<value>,
  signal: AbortSignal | undefined,
): Promise<value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(kitError('requestAborted', { cause: signal?.reason }))
    if (signal?.aborted) return onAbort()
    signal?.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal?.removeEventListener('abort', onAbort))
  })
}
