import * as counts from '@latchkey/protocol/counts'
import * as times from '@latchkey/protocol/times'
import { kitError } from '../../core/errors/errors.ts'
import { pause } from '../../core/errors/withLimit.ts'
import type { SiwxMessageData } from '../../core/contracts/siwx.ts'
import type { Cacao } from './authentication/cacao.ts'
import type { IncomingRequest } from './channel.ts'
import { createKeyPair, randomHex } from './crypto/keys.ts'
import { negotiate, type ProposalParts } from './negotiate.ts'
import type { Negotiated } from './negotiate.ts'
import { formatPairingUri, parsePairingUri } from './pairingUri.ts'
import type { Pairing } from './pairingUri.ts'
import { toPeerError } from './peerError.ts'
import { createRecords } from './records.ts'
import type { Records } from './records.ts'
import { refuse } from './refuse.ts'
import { openProposal } from './session.ts'
import type { RequestedNamespaces, OpenProposal, Session } from './session.ts'
import { showCode } from './showCode.ts'
import type { ShownCode } from './showCode.ts'

/**
 * An open proposal. Show `uri` until `expiresAt` (milliseconds, by the visitor's clock), a minute
 * before the pairing ends.
 * - `approval` settles at that time at the latest, unless a wallet has just answered: then it waits
 *   for the settlement. It rejects with pairingExpired at once if the relay's time shows that the
 *   visitor's clock is wrong; the next proposal then has the right time. A phone that has read the
 *   code before still finds this page, and its session is reported by the event `added`
 * - `isResumed`: an earlier page made the proposal
 * - `ready` resolves once the relay is reached; before that, a phone that reads the code does not
 *   find this page. It rejects when `approval` does
 * - `signed`: the messages that the wallet signed as it approved
 */
export type Proposal = {
  uri: string
  expiresAt: number
  isResumed: boolean
  ready: Promise<unknown>
  approval: Promise<Session>
  signed: () => readonly Cacao[]
}

/**
 * The namespaces that a site requests. A wallet may grant any part of `namespaces`, but has to
 * grant all of `required`. `signIn`: a sign-in of an account that is not known yet, which a wallet
 * may sign as it connects (`wc_sessionAuthenticate`). With `signIn`, `namespaces` may contain only
 * eip155.
 */
export type ProposeParameters = {
  namespaces: RequestedNamespaces
  required?: RequestedNamespaces
  signIn?: SiwxMessageData
  signal?: AbortSignal
}

/** Makes sessions, from a new pairing to the settlement. */
export type Proposals = {
  propose(parameters: ProposeParameters): Promise<Proposal>
  /** Waits up to 3 s for an answer to a proposal of an earlier page. */
  catchUp(): Promise<void>
  /** Handles a wallet's settlement. Refuses it if no proposal waits for one on its topic. */
  settle(request: IncomingRequest): true
}

/** A proposal that is shown, and its session, which may be made later. */
type Begun = { proposal: Proposal; session: Promise<Session> }

/** A proposal of an earlier page that this page has not shown again yet. */
type Resumed = { record: OpenProposal; proposal: Proposal; controller: AbortController }

/**
 * Makes the part of the client that makes sessions, and resumes the proposals of earlier pages of
 * this tab.
 */
export function createProposals(parts: ProposalParts): Proposals {
  return new TabProposals(parts)
}

class TabProposals implements Proposals {
  readonly #parts: ProposalParts
  readonly #records: Records<OpenProposal>
  /** The handlers of settlements, by topic. */
  readonly #settling = new Map<string, (params: unknown) => true>()
  readonly #resumed = new Set<Resumed>()
  readonly #ofEarlierPage = new Set<Promise<Session>>()

  constructor(parts: ProposalParts) {
    const { raw, clock, tab } = parts
    this.#parts = parts
    this.#records = createRecords<OpenProposal>(raw, {
      key: 'walletconnect.proposals',
      schema: openProposal,
      max: counts.relaySeenMessages,
      now: clock.now,
    })
    for (const record of this.#records.all())
      if (record.tab === tab && isWhole(record, clock.now())) this.#resume(record)
  }

  async propose({
    namespaces,
    required = {},
    signIn,
    signal,
  }: ProposeParameters): Promise<Proposal> {
    const { use, clock, time, tab, channel, scope } = this.#parts
    const requestKey = JSON.stringify({ namespaces, required })
    const resumed = signal?.aborted
      ? undefined
      : this.#takeResumed(requestKey, signIn !== undefined, signal)
    if (resumed) return resumed
    const corrections = time.corrections()
    const expiry = Math.floor((clock.now() + times.pairing) / 1_000)
    const uri = formatPairingUri({
      topic: randomHex(),
      symKey: randomHex(),
      expiry,
      ...(signIn && { methods: ['wc_sessionAuthenticate'] }),
    })
    const record: OpenProposal = {
      tab,
      uri,
      asked: requestKey,
      ...(await createKeyPair(use)),
      id: channel.nextId(),
      isSent: false,
      expiry,
      ...(signIn && { signIn: { data: JSON.stringify(signIn), id: channel.nextId() } }),
    }
    if (!scope.isClosed()) this.#store(record)
    return this.#begin(record, { isResumed: false, signal, corrections }).proposal
  }

  async catchUp(): Promise<void> {
    if (this.#ofEarlierPage.size > 0)
      await Promise.race([
        Promise.any(this.#ofEarlierPage),
        pause(this.#parts.clock, times.maxAnnouncementWait),
      ]).catch(() => {}) // all proposals were refused, so there is no session
  }

  settle({ topic, params }: IncomingRequest): true {
    return this.#settling.get(topic)?.(params) ?? refuse(7001, 'Not awaited')
  }

  #store(record: OpenProposal): void {
    this.#records.put(record, ({ uri }) => uri === record.uri)
  }

  #drop(record: OpenProposal): void {
    this.#records.drop(({ uri }) => uri === record.uri)
  }

  #begin(
    record: OpenProposal,
    {
      isResumed,
      signal,
      corrections = this.#parts.time.corrections(),
    }: { isResumed: boolean; signal: AbortSignal | undefined; corrections?: number },
  ): Begun {
    const { clock, time, book } = this.#parts
    const pairing = parsePairingUri(record.uri, clock.now())
    const expiresAt = pairing.expiry * 1_000 - times.pairing + times.pairingShown
    book.keys.set(pairing.topic, { symKey: pairing.symKey })
    const code = showCode(clock, expiresAt, signal)
    if (record.responder) code.keepOpen()
    let cacaos: readonly Cacao[] = []
    const session = this.#negotiate(record, pairing, code).then((made) => {
      ;({ cacaos } = made)
      return made.session
    })
    session.then(
      ({ topic }) => code.isShown() || book.emit({ type: 'added', topic }),
      () => {},
    ) // if the negotiation fails, there is no event
    const approval = Promise.race([session, code.ended])
    const ready = this.#reachRelay(code, corrections)
    // the caller may handle a rejection later
    for (const promise of [approval, ready]) promise.catch(() => {})
    return {
      proposal: {
        uri: record.uri,
        expiresAt: time.toVisitor(expiresAt),
        isResumed,
        ready,
        approval,
        signed: () => cacaos,
      },
      session,
    }
  }

  /** Negotiates a session, and forgets the stored proposal afterwards. */
  #negotiate(record: OpenProposal, pairing: Pairing, code: ShownCode): Promise<Negotiated> {
    const { relay, book, scope } = this.#parts
    const store = (next: OpenProposal) => {
      if (next.responder) code.keepOpen()
      this.#store(next)
    }
    const parts = { ...this.#parts, settling: this.#settling, store }
    return scope
      .run((limited) => negotiate(parts, pairing, record, limited), code.signal)
      .catch(async (error: unknown) => {
        throw await toPeerError(error, 'pairingExpired')
      })
      .finally(() => {
        code.keepOpen()
        if (!scope.isClosed()) this.#drop(record)
        book.keys.delete(pairing.topic)
        void relay.unsubscribe(pairing.topic)
      })
  }

  /**
   * Resolves when the relay is reached. `opened` has a socket to wait for, because the negotiation
   * has requested one already.
   * @param corrections the number of corrections of the relay's time when the code was made
   * @throws KitError pairingExpired if the time was corrected since, so that the code's expiry is
   *   wrong
   */
  async #reachRelay(code: ShownCode, corrections: number): Promise<void> {
    const { relay, time } = this.#parts
    await relay.opened()
    if (time.corrections() === corrections) return
    code.stop() // the next code uses the corrected time
    throw kitError('pairingExpired')
  }

  #resume(record: OpenProposal): void {
    const controller = new AbortController()
    const { proposal, session } = this.#begin(record, {
      isResumed: true,
      signal: controller.signal,
    })
    const entry: Resumed = { record, controller, proposal }
    this.#resumed.add(entry)
    this.#ofEarlierPage.add(session)
    const forget = () => this.#ofEarlierPage.delete(session)
    session.then(forget, forget)
    proposal.approval.then(
      ({ topic }) =>
        void (this.#resumed.delete(entry) && this.#parts.book.emit({ type: 'added', topic })),
      () => this.#resumed.delete(entry),
    )
  }

  /**
   * Returns the resumed code of an earlier page for the same request, once, if it is still valid.
   */
  #takeResumed(
    requestKey: string,
    isSigning: boolean,
    signal: AbortSignal | undefined,
  ): Proposal | undefined {
    const { clock, time } = this.#parts
    for (const entry of this.#resumed) {
      const { record, proposal, controller } = entry
      if (
        record.asked !== requestKey ||
        (record.signIn !== undefined) !== isSigning ||
        proposal.expiresAt <= time.toVisitor(clock.now())
      )
        continue
      this.#resumed.delete(entry)
      signal?.addEventListener('abort', () => controller.abort(signal.reason), { once: true })
      return proposal
    }
    return undefined
  }
}

/** Whether a stored proposal can be resumed. */
function isWhole({ uri }: OpenProposal, now: number): boolean {
  try {
    return Boolean(parsePairingUri(uri, now))
  } catch {
    return false // the kit has not written this URI
  }
}
