import * as counts from '@latchkey/protocol/counts'
import * as times from '@latchkey/protocol/times'
import type { Clock } from '../../core/page/clock.ts'
import { kitError } from '../../core/errors/errors.ts'
import { pause } from '../../core/errors/withLimit.ts'
import type { SiwxMessageData } from '../../core/contracts/siwx.ts'
import type { RawStorage } from '../../core/storage/storage.ts'
import type { Cacao } from './authentication/cacao.ts'
import type { Channel, IncomingRequest } from './channel.ts'
import type { Primitives } from './crypto/crypto.ts'
import { createKeyPair, randomHex } from './crypto/keys.ts'
import { negotiate } from './negotiate.ts'
import { formatPairingUri, parsePairingUri } from './pairingUri.ts'
import { toPeerError } from './peerError.ts'
import { createRecords } from './records.ts'
import { refuse } from './refuse.ts'
import type { RelayClient } from './relay/relayClient.ts'
import type { RelayTime } from './relay/relayTime.ts'
import type { Scope } from './scope.ts'
import { openProposal } from './session.ts'
import type { RequestedNamespaces, OpenProposal, Session } from './session.ts'
import type { SessionBook } from './sessionBook.ts'
import { showCode } from './showCode.ts'

/**
 * An open proposal. Show `uri` until `expiresAt` (milliseconds, by the visitor's clock), a minute
 * before the pairing ends.
 * - `approval` settles then at the latest. It expires at once where the relay has proved that the
 *   visitor's clock is wrong: the next proposal is dated rightly. A phone that has read the code by
 *   then still finds this page; its session is reported by the event `added`
 * - `isResumed`: an earlier page made the proposal
 * - `ready` resolves once the relay is reached; before that, a phone that reads the code does not
 *   find this page. It fails when `approval` does
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

/** The site's description that the wallet shows. */
export type SiteIdentity = {
  name: string
  description?: string
  url: string
  icons?: readonly string[]
}

/**
 * The namespaces that a site requests. Without `required`, a wallet may grant any part of them.
 * `signIn`: a sign-in of an account that is not known yet, which a wallet may sign as it connects
 * (`wc_sessionAuthenticate`); the namespaces then are eip155 alone.
 */
export type ProposeParameters = {
  namespaces: RequestedNamespaces
  required?: RequestedNamespaces
  signIn?: SiwxMessageData
  signal?: AbortSignal
}

/** The parts that proposals need. */
export type ProposalParts = {
  use: Primitives
  /** Provides the relay's time. */
  clock: Clock
  time: RelayTime
  raw: RawStorage
  tab: string
  relay: RelayClient
  channel: Channel
  book: SessionBook
  scope: Scope
  metadata: SiteIdentity
}

/** Makes sessions, from a new pairing to the settlement. */
export type Proposals = {
  propose(parameters: ProposeParameters): Promise<Proposal>
  /** Waits up to 3 s for answers to proposals of an earlier page. */
  catchUp(): Promise<void>
  /** Handles a wallet's settlement, if its topic waits for one. */
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
  const { use, clock, time, raw, tab, relay, book, scope } = parts
  const records = createRecords<OpenProposal>(raw, {
    key: 'walletconnect.proposals',
    schema: openProposal,
    max: counts.relaySeenMessages,
    now: clock.now,
  })
  const settling = new Map<string, (params: unknown) => true>()
  const store = (record: OpenProposal) => records.put(record, ({ uri }) => uri === record.uri)
  const drop = (record: OpenProposal) => records.drop(({ uri }) => uri === record.uri)
  const resumed = new Set<Resumed>()
  const ofEarlierPage = new Set<Promise<Session>>()

  function begin(
    record: OpenProposal,
    isResumed: boolean,
    signal?: AbortSignal,
    corrections = time.corrections(),
  ): Begun {
    const pairing = parsePairingUri(record.uri, clock.now())
    const expiresAt = pairing.expiry * 1_000 - times.pairing + times.pairingShown
    book.keys.set(pairing.topic, { symKey: pairing.symKey })
    const code = showCode(clock, expiresAt, signal)
    if (record.responder) code.keepOpen()
    const storeNext = (next: OpenProposal) => {
      if (next.responder) code.keepOpen()
      store(next)
    }
    let cacaos: readonly Cacao[] = []
    const session = scope
      .run(
        (limited) => negotiate({ ...parts, settling, store: storeNext }, pairing, record, limited),
        code.signal,
      )
      .then((made) => {
        ;({ cacaos } = made)
        return made.session
      })
      .catch(async (error: unknown) => {
        throw await toPeerError(error, 'pairingExpired')
      })
      .finally(() => {
        code.keepOpen()
        if (!scope.isClosed()) drop(record)
        book.keys.delete(pairing.topic)
        void relay.unsubscribe(pairing.topic)
      })
    session.then(
      ({ topic }) => code.isShown() || book.emit({ type: 'added', topic }),
      () => {},
    ) // a code that was not scanned causes no event
    const approval = Promise.race([session, code.ended])
    // the negotiation has requested the socket by now
    const ready = relay.opened().then(() => {
      if (time.corrections() === corrections) return
      code.stop() // it was dated by a wrong clock: the next one is dated by the relay's
      throw kitError('pairingExpired')
    })
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

  function resume(record: OpenProposal): void {
    const controller = new AbortController()
    const { proposal, session } = begin(record, true, controller.signal)
    const entry: Resumed = { record, controller, proposal }
    resumed.add(entry)
    ofEarlierPage.add(session)
    const forget = () => ofEarlierPage.delete(session)
    session.then(forget, forget)
    entry.proposal.approval.then(
      ({ topic }) => void (resumed.delete(entry) && book.emit({ type: 'added', topic })),
      () => resumed.delete(entry),
    )
  }

  /** The resumed code for the same request, if it is still valid. */
  function takeResumed(
    requestKey: string,
    isSigning: boolean,
    signal: AbortSignal | undefined,
  ): Proposal | undefined {
    for (const entry of resumed) {
      const { record, proposal, controller } = entry
      if (
        record.asked !== requestKey ||
        (record.signIn !== undefined) !== isSigning ||
        proposal.expiresAt <= time.toVisitor(clock.now())
      )
        continue
      resumed.delete(entry)
      signal?.addEventListener('abort', () => controller.abort(signal.reason), { once: true })
      return proposal
    }
    return undefined
  }

  async function propose({
    namespaces,
    required = {},
    signIn,
    signal,
  }: ProposeParameters): Promise<Proposal> {
    const requestKey = JSON.stringify({ namespaces, required })
    const left = signal?.aborted ? undefined : takeResumed(requestKey, signIn !== undefined, signal)
    if (left) return left
    const corrections = time.corrections()
    const expiry = Math.floor((clock.now() + times.pairing) / 1_000)
    const { nextId } = parts.channel
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
      id: nextId(),
      isSent: false,
      expiry,
      ...(signIn && { signIn: { data: JSON.stringify(signIn), id: nextId() } }),
    }
    if (!scope.isClosed()) store(record)
    return begin(record, false, signal, corrections).proposal
  }

  for (const record of records.all())
    if (record.tab === tab && isWhole(record, clock.now())) resume(record)

  return {
    propose,
    async catchUp() {
      if (ofEarlierPage.size > 0)
        await Promise.race([
          Promise.any(ofEarlierPage),
          pause(clock, times.maxAnnouncementWait),
        ]).catch(() => {}) // all were refused: no session
    },
    settle: ({ topic, params }) => settling.get(topic)?.(params) ?? refuse(7001, 'Not awaited'),
  }
}

/** Whether a stored proposal can be resumed. */
function isWhole({ uri }: OpenProposal, now: number): boolean {
  try {
    return Boolean(parsePairingUri(uri, now))
  } catch {
    return false // not written by the kit
  }
}
