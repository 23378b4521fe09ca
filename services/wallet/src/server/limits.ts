import { proofSkew } from '@latchkey/protocol/walletServer'
import * as v from 'valibot'

const minute = 60_000
/** Milliseconds of an hour and of a day. */
export const hour = 60 * minute
export const day = 24 * hour

/**
 * Milliseconds between two codes for an address. docs/contracts/wallet-server.md#limits
 */
export const emailCooldown = 30_000
/**
 * Life of a login: it ends after `idle` milliseconds without use, and after `absolute` milliseconds
 * in any case. The next login then needs a link again.
 */
export const loginLife = { idle: 30 * day, absolute: 90 * day }
/** Milliseconds between two updates of the time when a device was last used. */
export const lastUsedInterval = 5 * minute
/** Milliseconds for which an opened vault stays open to the requesting device. */
export const vaultOpen = 3 * day
/**
 * Milliseconds for which a vault request waits for the mail server, and after which a mail that was
 * not accepted is written again.
 */
export const vaultMailWait = 5_000
export const vaultMailPause = 30_000
/**
 * Max wrong proofs of a user's password or passkey: of one device in an hour and in a day; and in a
 * day, of all devices together that don't know the phrase.
 */
export const wrongProofs = { hour: 5, day: 20, unknownClients: 20 }
/**
 * `max`, `each`: max entries of a user's audit log, and of one kind. `life`: milliseconds for which
 * each entry is stored. `every`: an event that a device can repeat is recorded once in this many
 * milliseconds.
 */
export const auditLimits = { max: 100, each: 20, life: 365 * day, every: hour }
/** Milliseconds for which a permission stays in its owner's list after its end. */
export const grantLife = 90 * day
/**
 * `life`: milliseconds for which sending a notice to an owner is tried. `lost`: milliseconds after
 * which a stored notice counts as lost and is sent again.
 */
export const noticeTimes = { life: 3 * day, lost: 5 * minute }
/**
 * Milliseconds after a login within which an account without an address may be deleted without
 * a code.
 */
export const freshLogin = 5 * minute
/**
 * Number of foreign networks that together may use up all codes, and all wrong codes, of an address
 * in a day.
 */
export const networksOfAddress = 5
/** Milliseconds for which a request waits for the link. The frame waits 30 s for an answer. */
export const linkWait = 25_000
/**
 * Max duration of a login at a company, in milliseconds. Its result, and a proved login that may
 * join an account, are stored for as long.
 */
export const socialLife = 20 * minute
/** Max accounts at companies that open one account here. */
export const identitiesOfUser = 20
/** Limits of a request for a price, and of its answer: JSON. The frame waits 3 s. */
export const priceAnswer = { milliseconds: 2_500, bytes: 16 * 1024, depth: 4, values: 50 }
/** Milliseconds for which a price is stored, and the max number of them. */
export const priceCache = { lifetime: minute, max: 1_000 }
/** Limits of one request to a company, and of its answer: JSON. */
export const companyAnswer = { milliseconds: 10_000, bytes: 64 * 1024, depth: 8, values: 2_000 }
/**
 * Max bytes of the form, and max characters of the query, with which a company sends a visitor
 * back.
 */
export const callbackBytes = 16 * 1024
/** Milliseconds between two polls of Farcaster's relay, while a device waits. */
export const farcasterInterval = 1_000
/**
 * Max concurrent requests, of a client (`each`) and of all. The others wait for their turn.
 * - `known`: proofs and sessions of devices that were logged in at their last request
 * - `entering`: proofs and sessions of all other devices
 * - `unknownClients`: other requests of devices that are not logged in
 */
export const turnsOfClients = {
  known: { each: 4, all: 8 },
  entering: { each: 4, all: 8 },
  unknownClients: { each: 2, all: 4 },
}
/** Limits of a request of the frame. */
export const bodyLimits = { bytes: 64 * 1024, depth: 8, values: 200 }

/**
 * Defaults for untrusted clients. A client is an IPv4 address or an IPv6 /64. README.md
 * explains each limit.
 */
const defaults = {
  /** Requests, and JSON-RPC calls of a batch. */
  rate: { max: 600, refill: 20, everySeconds: 1 },
  /** Codes that are mailed for a client. */
  mails: { max: 30, refill: 10, everySeconds: 600 },
  /** Logins at companies that a client may begin. */
  socials: { max: 60, refill: 20, everySeconds: 600 },
  /**
   * Requests to the bundler and to paymasters, and for prices. The services that answer see all
   * clients at the address of this service, so no client may use up what they allow.
   */
  operations: { max: 120, refill: 2, everySeconds: 1 },
  /** Connections. Behind a proxy only `all` counts. */
  connections: { each: 500, all: 10_000 },
  /** Concurrent requests, including those that wait for a link. */
  requests: { each: 200, all: 5_000 },
  /**
   * `codes`: codes that are mailed to an address in a day, for one network or for one of the
   * owner's devices. `wrongCodes`: wrong codes for an address, counted in the same way.
   */
  codes: 20,
  wrongCodes: 40,
}

const positive = v.pipe(v.number(), v.finite(), v.gtValue(0))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const rate = v.strictObject({ max: positive, refill: positive, everySeconds: positive })
const shares = v.pipe(
  v.strictObject({ each: count, all: count }),
  v.check(({ each, all }) => each <= all, 'Expected no more for one client than for all'),
)

/** The limits that an operator may change; `false` for none. */
export const limitsSchema = v.optional(
  v.strictObject({
    rate: v.optional(v.union([v.literal(false), rate]), defaults.rate),
    mails: v.optional(v.union([v.literal(false), rate]), defaults.mails),
    socials: v.optional(v.union([v.literal(false), rate]), defaults.socials),
    operations: v.optional(v.union([v.literal(false), rate]), defaults.operations),
    connections: v.optional(v.union([v.literal(false), shares]), defaults.connections),
    requests: v.optional(v.union([v.literal(false), shares]), defaults.requests),
    codes: v.optional(count, defaults.codes),
    wrongCodes: v.optional(count, defaults.wrongCodes),
    /** Milliseconds by which a browser's clock may differ from this service's. */
    clockSkew: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1_000)), proofSkew),
  }),
  {},
)
