/**
 * The WalletConnect v2 relay: its errors, and one entry for each method, with which client and
 * relay type and check the messages. Each entry is a separate constant, so that a page loads only
 * the entries that it uses. docs/contracts/relay.md#methods
 */
import * as v from 'valibot'
import { relayBatchTopics } from './counts.ts'
import { readUrl } from './readUrl.ts'

/**
 * One method of the relay. If a schema refuses a value, the message of the issue is the tag of the
 * error to answer, provided it is in {@link relayErrors}.
 */
export type RelayMethod<
  name extends string = string,
  params extends v.GenericSchema = v.GenericSchema,
  result extends v.GenericSchema = v.GenericSchema,
> = {
  name: name
  params: params
  result: result
}

/*@__NO_SIDE_EFFECTS__*/
function method<
  const name extends string,
  const params extends v.GenericSchema,
  const result extends v.GenericSchema,
>(name: name, params: params, result: result) {
  return { name, params, result } as const satisfies RelayMethod
}

/** A topic: 32 bytes as hex. */
export const relayTopic = v.pipe(
  v.string(),
  v.regex(/^[0-9a-fA-F]{64}$/, 'InvalidTopic'),
  v.toLowerCase(),
)

const unsigned32 = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff))
const attestation = v.nullish(v.string())
const yes = v.literal(true)
const text = v.pipe(v.string(), v.nonEmpty())

/** A list of 1 to 500 items. Its length is checked before its items. */
/*@__NO_SIDE_EFFECTS__*/
function batch<const item extends v.GenericSchema>(item: item) {
  return v.pipe(
    v.array(v.unknown()),
    v.minLength(1, 'BatchEmpty'),
    v.maxLength(relayBatchTopics, 'BatchLimitExceeded'),
    v.array(item),
  )
}

/** A message to store. `ttl` is in seconds. Fields for analytics, flat or in `tvf`, are ignored. */
const message = v.object({
  topic: relayTopic,
  message: v.string(),
  ttl: v.optional(unsigned32),
  tag: v.optional(unsigned32),
  prompt: v.nullish(v.boolean()),
  attestation,
})

/** A message from a mailbox. `publishedAt` is in milliseconds since 1970. */
export const relayMessage = v.object({
  topic: relayTopic,
  message: v.string(),
  publishedAt: v.number(),
  tag: v.optional(unsigned32),
  attestation,
})
export type RelayMessage = v.InferOutput<typeof relayMessage>

const oneTopic = v.object({ topic: relayTopic })
const messages = v.object({ messages: v.array(relayMessage), hasMore: v.boolean() })
/** A subscription. The client chooses the id, and the relay does not read it. */
const subscription = v.object({ topic: relayTopic, id: v.nullish(v.string()) })
const rpcError = v.object({ code: v.number(), message: v.string(), data: v.optional(v.string()) })

/** Stores a message for the other subscribers of the topic until its ttl is over. */
export const irnPublish = method('irn_publish', message, yes)
export const irnBatchPublish = method(
  'irn_batchPublish',
  v.object({ messages: batch(message) }),
  yes,
)
/** The result is the subscription's id. The relay sends the stored messages after the answer. */
export const irnSubscribe = method('irn_subscribe', oneTopic, text)
export const irnSubscribeBlocking = method('irn_subscribeBlocking', oneTopic, text)
/** The result has the ids in the order of the topics. */
export const irnBatchSubscribe = method(
  'irn_batchSubscribe',
  v.object({ topics: batch(relayTopic) }),
  v.array(text),
)
/** The result has an id or an error for each topic. */
export const irnBatchSubscribeBlocking = method(
  'irn_batchSubscribeBlocking',
  v.object({ topics: batch(v.string()) }),
  v.array(v.union([v.object({ id: text }), v.object({ error: rpcError })])),
)
export const irnUnsubscribe = method('irn_unsubscribe', subscription, yes)
export const irnBatchUnsubscribe = method(
  'irn_batchUnsubscribe',
  v.object({ subscriptions: batch(subscription) }),
  yes,
)
/** Reads a mailbox. The messages stay there until they are acknowledged. */
export const irnFetchMessages = method('irn_fetchMessages', oneTopic, messages)
export const irnBatchFetchMessages = method(
  'irn_batchFetchMessages',
  v.object({ topics: batch(relayTopic) }),
  messages,
)

const receipt = v.object({ topic: relayTopic, messageId: v.union([v.number(), v.string()]) })
/** Acknowledges messages that the relay has sent, by the ids of the relay's requests. */
export const irnBatchReceive = method(
  'irn_batchReceive',
  v.object({ receipts: batch(receipt) }),
  yes,
)
/**
 * `registerAuth` is a token (see {@link relayTokenSkew}) with the claims {@link relayWatchClaims}.
 * The result is the did:key that signs the events. docs/contracts/relay.md#watches
 */
export const irnWatchRegister = method(
  'irn_watchRegister',
  v.object({ registerAuth: text }),
  v.object({ relayId: text }),
)
export const irnWatchUnregister = method(
  'irn_watchUnregister',
  v.object({ unregisterAuth: text }),
  yes,
)
/** Subscribes the caller to a topic of its own. */
export const wcCreateTopic = method('wc_createTopic', oneTopic, yes)
/**
 * Subscribes the caller to the pairing's topic, and publishes the proposal there.
 * docs/contracts/relay.md#session-helpers
 */
export const wcProposeSession = method(
  'wc_proposeSession',
  v.object({ pairingTopic: relayTopic, sessionProposal: text, attestation }),
  yes,
)
/**
 * Subscribes the caller to the session's topic, answers the proposal on the pairing's topic, and
 * publishes the settlement on the session's topic. docs/contracts/relay.md#session-helpers
 */
export const wcApproveSession = method(
  'wc_approveSession',
  v.object({
    pairingTopic: relayTopic,
    sessionTopic: relayTopic,
    sessionProposalResponse: text,
    sessionSettlementRequest: text,
  }),
  yes,
)
/** The relay sends a message to the client. The client acknowledges it with `true`. */
export const irnSubscription = method(
  'irn_subscription',
  v.object({ id: text, data: relayMessage }),
  yes,
)

/** Older prefixes that clients may use instead of `irn_`. docs/contracts/relay.md#methods */
export const relayAliases: readonly string[] = ['iridium_', 'waku_']

/** The classes of errors: the JSON-RPC code, and how the message begins. */
const errorClasses = {
  auth: [3000, 'Auth error: '],
  rate: [3001, ''],
  payload: [-32600, 'Invalid payload: '],
  handler: [-32000, 'Request handler error: '],
  internal: [-32603, 'Internal error: '],
} as const

type ErrorEntry = readonly [kind: keyof typeof errorClasses, sentence: string, tag?: string]

/**
 * The errors by tag. An error's `data` is the tag, unless the entry has a third item.
 * docs/contracts/relay.md#errors
 */
export const relayErrors = {
  ProjectNotFound: ['auth', 'Project not found'],
  ProjectIdNotSpecified: ['auth', 'Project ID not specified'],
  OriginNotAllowed: ['auth', 'Origin not allowed'],
  InvalidJwt: ['auth', 'Invalid JWT'],
  MissingJwt: ['auth', 'Missing JWT'],
  TooManyRequests: ['rate', 'Too many requests'],
  InvalidMethod: ['payload', 'Invalid method'],
  InvalidParams: ['payload', 'Invalid params'],
  PayloadSizeExceeded: ['payload', 'Payload size exceeded'],
  InvalidTopic: ['payload', 'Topic decoding failed'],
  InvalidRequestId: ['payload', 'Invalid request ID'],
  InvalidJsonRpcVersion: ['payload', 'Invalid JSON RPC version'],
  BatchLimitExceeded: ['payload', 'The batch contains too many items'],
  BatchEmpty: ['payload', 'The batch contains no items'],
  Serialization: ['payload', 'Serialization failed'],
  MailboxLimitExceeded: ['handler', 'Mailbox limit exceeded'],
  SubscriberLimitExceeded: ['handler', 'Subscriber limit exceeded'],
  /** A client or an IP address has used its share of the store. Only this relay has this error. */
  ShareExceeded: ['handler', 'Share exceeded'],
  /**
   * The store has no room left for a client that already uses much. Only this relay has this error.
   */
  StoreFull: ['handler', 'Store full'],
  InvalidTtl: ['handler', 'Invalid TTL'],
  InvalidServiceUrl: ['handler', 'Invalid service URL'],
  InvalidWebhookUrl: ['handler', 'Webhook URL not allowed'],
  InvalidAction: ['handler', 'Invalid action'],
  /**
   * The token of a watch is invalid. The error's `data` is the same tag as for a socket's token,
   * but its class differs.
   */
  InvalidWatchJwt: ['handler', 'Invalid JWT', 'InvalidJwt'],
  StorageError: ['internal', 'Storage error'],
  Unknown: ['internal', 'Unknown error'],
} as const satisfies Record<string, ErrorEntry>
export type RelayErrorTag = keyof typeof relayErrors

/** Returns the error for a JSON-RPC answer. */
export function relayError(tag: RelayErrorTag): { code: number; message: string; data: string } {
  const [kind, sentence, data = tag]: ErrorEntry = relayErrors[tag]
  const [code, prefix] = errorClasses[kind]
  return { code, message: `${prefix}${sentence}`, data }
}

/** Whether a text is the tag of an error. */
export function isRelayErrorTag(tag: string): tag is RelayErrorTag {
  return Object.hasOwn(relayErrors, tag)
}

/**
 * The close codes of the relay's socket. After `refused`, a client reconnects only if the reason
 * names the relay's time; after `restart` at once, after `tooMuch` later.
 * docs/contracts/relay.md#closing-and-heartbeat
 */
export const relayClose = { refused: 3000, restart: 1012, tooMuch: 1013 } as const

/** The reasons that come with the close code `refused`. Existing clients compare these texts. */
export const relayRefusals = {
  origin: 'Unauthorized: origin not allowed',
  project: 'Unauthorized: invalid key',
  projectMissing: 'Unauthorized: project ID not specified',
  /** What is wrong with the token follows. */
  token: 'JWT validation error: ',
  early: 'JWT Token is not yet valid',
  late: 'JWT Token is expired',
} as const

/**
 * In seconds: by how much clocks may differ when a token is checked, and how old a token without an
 * expiry may be. docs/contracts/relay.md#token
 */
export const relayTokenSkew = 120
export const relayTokenAge = 86_400

/**
 * The lowest id of a request. Ids are numbers or texts of digits; answers repeat them unchanged.
 * docs/contracts/relay.md#envelope
 */
export const relayLowestId = 1_000_000_000

const minute = 60
const day = 86_400

/**
 * The tag, the ttl in seconds and the prompt of the messages that the relay publishes for Sign
 * clients; `answer` has those of the response. The messages that clients publish themselves are in
 * the kit's `walletconnect/methods.ts`. docs/contracts/relay.md#tags-and-lifetimes
 */
export const signMessages = {
  wc_sessionPropose: {
    tag: 1100,
    ttl: 5 * minute,
    prompt: true,
    answer: { tag: 1101, ttl: 5 * minute },
  },
  wc_sessionSettle: { tag: 1102, ttl: 5 * minute, prompt: false },
} as const

/**
 * Limits of watches: their number for each client, the characters of a URL, the seconds for which a
 * registration is valid. docs/contracts/relay.md#watches
 */
export const relayWatch = { maxWatches: 64, urlLength: 256, life: 30 * day } as const

/*@__NO_SIDE_EFFECTS__*/
function webUrl(tag: 'InvalidServiceUrl' | 'InvalidWebhookUrl') {
  return v.pipe(
    v.string(tag),
    v.maxLength(relayWatch.urlLength, tag),
    v.check((url) => /^https?:$/.test(readUrl(url)?.protocol ?? ''), tag),
  )
}

/**
 * The parameters of a watch: a service, its webhook, and whether the watched client is the
 * subscriber or the publisher.
 */
const watch = {
  sub: webUrl('InvalidServiceUrl'),
  whu: webUrl('InvalidWebhookUrl'),
  typ: v.picklist(['subscriber', 'publisher'], 'InvalidWatchJwt'),
}
const statuses = v.picklist(['accepted', 'queued', 'delivered'], 'InvalidWatchJwt')
/**
 * The status of a message: the relay has stored it, it waits for a client without a socket, or a
 * client has received it. docs/contracts/relay.md#watches
 */
export type RelayWatchStatus = v.InferOutput<typeof statuses>

/**
 * The claims of a watch's token besides those of every token. The message of an issue is the tag of
 * the error. docs/contracts/relay.md#watches
 */
export const relayWatchClaims = {
  register: v.object({
    act: v.literal('irn_watchRegister', 'InvalidAction'),
    ...watch,
    tag: v.pipe(v.array(unsigned32, 'InvalidWatchJwt'), v.nonEmpty('InvalidWatchJwt')),
    sts: v.pipe(v.array(statuses, 'InvalidWatchJwt'), v.nonEmpty('InvalidWatchJwt')),
  }),
  unregister: v.object({ act: v.literal('irn_watchUnregister', 'InvalidAction'), ...watch }),
}
/** `act` of the tokens with which the relay reports an event. docs/contracts/relay.md#watches */
export const relayWatchEvent = 'irn_watchEvent'
