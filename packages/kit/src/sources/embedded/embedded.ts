import { answerMark } from '@latchkey/protocol/frame/wire'
import { embeddedNamespaces } from '@latchkey/protocol/namespace'
import type { Namespace } from '@latchkey/protocol/namespace'
import { partsOf } from '@latchkey/protocol/isObject'
import { loadCode } from '../../core/page/loadCode.ts'
import type {
  ConnectorSource,
  Link,
  SourceConnectParameters,
  SourceFactory,
  SourceHost,
} from '../../core/contracts/connectorSource.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { lazily } from '../../core/page/lazily.ts'
import type { Login, Logins } from '../../core/contracts/login.ts'
import { readStored, tabStorage } from '../../core/storage/storage.ts'
import type { RawStorage } from '../../core/storage/storage.ts'
import { keyName } from '../../core/storage/storedKeys.ts'
import type { Embedded } from './createEmbedded.ts'
import { knownLogins } from './knownLogins.ts'
import { authId, walletName } from './names.ts'
import { entryPage } from './entryPage.ts'
import type { SitePage } from './sitePage.ts'
import { createSocialStarts } from './socialStarts.ts'
import type { SocialStarts } from './socialStarts.ts'
import { takeReturned } from './takeReturned.ts'

/** The login methods before the service has answered: e-mail, and no company. */
const pendingSocials: Logins = { email: true, socials: [], areSocialsPending: true }

/**
 * Creates the source of the embedded wallet. Visitors log in by e-mail or with an account at a
 * company. One login has an account in every namespace of the site that the wallet supports. A
 * login that returned in the page's address is removed from the address at once, and finished when
 * the kit starts.
 */
export function embedded(page?: SitePage): SourceFactory {
  return {
    create({ kit, setConnectors }): ConnectorSource {
      const source = new EmbeddedSource(kit, setConnectors, page)
      return {
        get namespaces() {
          return source.namespaces
        },
        watch: () => source.watch(),
        isComplete: () => true,
        prepare: () => source.prepare(),
        preconnect: () => source.preconnect(),
        openWindow: source.starts.open,
        connect: (parameters) => source.connect(parameters),
        restore: (parameters) => source.restore(parameters),
      }
    },
  }
}

/** The part of the embedded wallet that loads with the page. It loads the rest when needed. */
class EmbeddedSource {
  readonly starts: SocialStarts
  readonly #kit: Kit
  readonly #setConnectors: SourceHost['setConnectors']
  /** The answer of the wallet's own page that returned in the page's address. */
  readonly #answer: string | undefined
  readonly #load: () => Promise<Embedded>
  #logins = pendingSocials
  #reported = ''
  /**
   * Whether the service gave no answer. True until it answers: a placeholder in the list that
   * comes and goes with each opening would move the list.
   */
  #isSilent = false
  /** True until the code that can determine it has loaded. */
  #hasWindows = true
  /** Whether a login returned. It connects without a press. */
  #isReturning: boolean
  /** The wallet's picture, once its code has loaded. */
  #picture: string | undefined

  constructor(kit: Kit, setConnectors: SourceHost['setConnectors'], page: SitePage | undefined) {
    this.#kit = kit
    this.#setConnectors = setConnectors
    const { clock, storage } = kit.context
    this.starts = createSocialStarts({
      clock,
      page: page ?? entryPage,
      left: leftPage(storage.raw, 'social-login'),
      needsWindow: (login) => this.#needsWindow(login),
    })
    const answer = takeReturned(page ?? entryPage, leftPage(tabStorage(), 'away'), answerMark)
    this.#answer = answer
    this.#isReturning =
      answer !== undefined && partsOf(readStored(tabStorage(), 'away'))['login'] !== undefined
    this.#load = lazily(async () => {
      const { createEmbedded } = await loadCode(import('./createEmbedded.ts'))
      const wallet = createEmbedded(kit, undefined, page, answer)
      this.#picture = wallet.picture
      this.#report()
      return wallet
    })
  }

  get namespaces(): readonly Namespace[] {
    return this.#kit.context.adapters
      .filter(
        ({ namespace, facets }) =>
          embeddedNamespaces.includes(namespace) && facets.includes('remote'),
      )
      .map(({ namespace }) => namespace)
  }

  watch(): () => void {
    const { clock } = this.#kit.context
    this.#report()
    // the visitor can repeat the request
    if (this.#answer !== undefined)
      return clock.setTimeout(() => void this.#load().catch(() => {}), 0)
    if (!this.starts.hasReturned()) return () => {}
    return clock.setTimeout(
      () =>
        void this.#load().then(
          (wallet) => wallet.finishReturned(this.starts),
          () => {}, // the visitor can log in again
        ),
      0,
    )
  }

  prepare(): void {
    void this.#load()
      .then((wallet) => {
        this.#hasWindows = wallet.hasWindows
        return wallet.fetchLogins()
      })
      .catch(() => void (this.#isSilent = true))
      // code that did not load is loaded again at the next use, which reports a failure
      .then(() => this.#report())
  }

  preconnect(): void {
    void this.#load().then(
      (wallet) => wallet.preconnect(),
      () => {}, // as in `prepare`
    )
  }

  async connect(parameters: SourceConnectParameters): Promise<readonly Link[]> {
    const { login } = parameters
    this.#isReturning = false
    const start =
      login && ('social' in login ? this.starts.take() : { window: this.starts.takeWindow() })
    const wallet = await this.#load().catch((error: unknown) => {
      if (start && 'window' in start) start.window?.close()
      throw error
    })
    return wallet.connect(parameters, start)
  }

  /** Restores the login of an earlier visit. Without one, the frame is not loaded. */
  async restore(parameters: Parameters<Embedded['restore']>[0]): Promise<readonly Link[]> {
    return this.#kit.context.storage.raw.getItem(keyName('embedded')) !== null
      ? (await this.#load()).restore(parameters)
      : []
  }

  /**
   * Whether a login needs a window: every login if the visitors approve in the wallet's window,
   * else only one at a company.
   */
  #needsWindow(login: Login): boolean {
    if (this.#isReturning || ('social' in login && login.mode === 'redirect')) return false
    const { approvals, areSocialsPending, socials } = this.#logins
    if (approvals === 'window') return this.#hasWindows
    return (
      'social' in login &&
      login.social !== 'farcaster' &&
      (areSocialsPending === true || socials.includes(login.social))
    )
  }

  #report(): void {
    const logins = knownLogins(this.#kit) ?? {
      ...pendingSocials,
      ...(this.#isSilent && { areSocialsUnavailable: true }),
    }
    this.#logins = logins
    const icon = this.#picture
    const next = JSON.stringify([logins, icon])
    if (next !== this.#reported)
      this.#setConnectors(
        this.namespaces.map((namespace) => ({
          id: authId,
          name: walletName,
          namespace,
          type: 'auth',
          logins,
          ...(icon && { icon }),
        })),
      )
    this.#reported = next
  }
}

/**
 * The query and fragment of the page before the login: stored by `storePendingSocial` and
 * `storePendingRedirect`.
 */
const leftPage = (raw: RawStorage, key: 'social-login' | 'away') => () => {
  const begun = partsOf(readStored(raw, key))['left']
  return typeof begun === 'string' ? begun : ''
}
