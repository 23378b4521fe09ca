import { isAccountId, isNetworkId } from '@latchkey/protocol/caip'
import { isAppLink, isPageLink } from '@latchkey/protocol/links'
import * as v from 'valibot'
import { storedProperties } from './properties.ts'
import { chainsUnsupported } from './refuse.ts'

/** The maximal length of a text, in characters. */
const maxTextLength = 1_000
const text = v.pipe(v.string(), v.maxLength(maxTextLength))
const texts = v.pipe(v.array(text), v.maxLength(200))
/** A topic or key: 32 bytes, hex. */
export const key = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

/** The maximal life of a session, in seconds. See docs/contracts/relay.md#tags-and-lifetimes. */
export const sessionLife = 7 * 86_400

/** A text from an untrusted peer. A long text is cut; any other value becomes an empty text. */
const sentence = v.fallback(
  v.pipe(
    v.string(),
    v.transform((words) => words.slice(0, maxTextLength)),
  ),
  '',
)
/** A complete link to an app or a page. Any other value becomes undefined. */
const link = v.fallback(
  v.optional(
    v.pipe(
      v.string(),
      v.check((text) => isAppLink(text) || isPageLink(text)),
    ),
  ),
  undefined,
)

/**
 * The metadata of a peer. An invalid part has a fallback, because it must not end the session.
 * Pictures are left out, because they are never shown.
 */
const peerMetadata = v.fallback(
  v.object({
    name: sentence,
    description: sentence,
    url: v.fallback(text, ''),
    redirect: v.fallback(v.optional(v.object({ native: link, universal: link })), undefined),
  }),
  { name: '', description: '', url: '', redirect: undefined },
)

/** The grants of a session in a namespace: accounts as CAIP-10, chains as CAIP-2 ids. */
const namespace = v.object({
  accounts: v.pipe(v.array(v.custom<string>(isAccountId)), v.minLength(1), v.maxLength(500)),
  chains: v.optional(texts),
  methods: texts,
  events: texts,
})
/**
 * The grants of a session, by namespace or by chain (CAIP-217). Never empty. The accounts and
 * chains of a grant must belong to its namespace.
 */
export const sessionNamespaces = v.pipe(
  v.record(text, namespace),
  v.check(
    (all) =>
      Object.keys(all).length > 0 &&
      Object.entries(all).every(([name, { accounts }]) =>
        accounts.every((account) => account.startsWith(`${name}:`)),
      ),
  ),
  v.check(
    (all) =>
      Object.entries(all).every(([name, { chains = [] }]) =>
        chains.every(
          (chain) => isNetworkId(chain) && (chain === name || chain.startsWith(`${name}:`)),
        ),
      ),
    chainsUnsupported,
  ),
)

/** One side of a session: its public key and its own metadata. */
export const peerSide = v.object({ publicKey: key, metadata: peerMetadata })

/** Parameters of `wc_sessionSettle`. `expiry` in unix seconds. The properties may have any type. */
export const settlement = v.object({
  namespaces: sessionNamespaces,
  controller: peerSide,
  expiry: v.pipe(v.number(), v.integer()),
  sessionProperties: v.optional(v.unknown()),
  scopedProperties: v.optional(v.unknown()),
})

/** Result of `wc_sessionPropose`. */
export const proposalAnswer = v.object({ responderPublicKey: key })

/**
 * A session with the wallet at the other end. Keys and topics are hex, `expiry` in unix seconds.
 */
export const storedSession = v.object({
  topic: key,
  symKey: key,
  pairingTopic: key,
  self: v.object({ publicKey: key }),
  peer: peerSide,
  namespaces: sessionNamespaces,
  expiry: v.number(),
  properties: storedProperties,
})
export type Session = v.InferOutput<typeof storedSession>
export type SessionNamespaces = Session['namespaces']

/**
 * An open proposal.
 * - `tab`: the tab to which it belongs
 * - `uri`: the URI of its code
 * - `asked`: the requested and the required namespaces, as JSON
 * - `secretKey`, `publicKey`: the site's own X25519 keys
 * - `id`, `isSent`: the JSON-RPC id, and whether the relay has the request
 * - `responder`: the public key of the wallet that answered
 * - `signIn`: the sign-in that is also requested, as JSON (`data`), and the id of that request
 * - `expiry`: unix seconds
 */
export const openProposal = v.object({
  tab: v.string(),
  uri: v.string(),
  asked: v.string(),
  secretKey: key,
  publicKey: key,
  id: v.number(),
  isSent: v.boolean(),
  responder: v.optional(key),
  signIn: v.optional(v.object({ data: v.string(), id: v.number() })),
  expiry: v.number(),
})
export type OpenProposal = v.InferOutput<typeof openProposal>

/** The chains (CAIP-2 ids), methods and events that a site requests, by namespace. */
export type RequestedNamespaces = Record<
  string,
  { chains: readonly string[]; methods: readonly string[]; events: readonly string[] }
>
