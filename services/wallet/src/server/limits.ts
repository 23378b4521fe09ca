import { proofSkew } from '@latchkey/protocol/walletServer'
import * as v from 'valibot'

const minute = 60_000
/** Milliseconds of an hour and of a day. */
export const hour = 60 * minute
export const day = 24 * hour

/** Milliseconds between two codes for an address. spec 9 */
export const emailCooldown = 30_000
/**
 * A login ends after so many milliseconds without use, and after so many in any case; the next
 * login then needs a link again.
 */
export const loginLife = { idle: 30 * day, absolute: 90 * day }
/** Milliseconds between two notes that a device was used. */
export const lastUsedInterval = 5 * minute
/** Milliseconds for which an opened vault stays open to the device that asked. */
export const vaultOpen = 3 * day
/**
 * Milliseconds for which a request to the vault waits for the mail server, and after which a mail
 * that was not accepted is written again.
 */
export const vaultMailWait = 5_000
export const vaultMailPause = 30_000
/**
 * Wrong proofs of a user's password or passkey: of a device in an hour and in a day, and in a day
 * of all devices that don't know the phrase.
 */
export const wrongProofs = { hour: 5, day: 20, unknownClients: 20 }
/**
 * Entries of a user's audit log, those of one kind among them, and milliseconds for which each
 * stays. `every`: what a device can do again and again is noted once within so many.
 */
export const auditLimits = { max: 100, each: 20, life: 365 * day, every: hour }
/**
 * Milliseconds for which a notice to an owner is tried, and after which one that is still stored is
 * taken for lost, and sent again.
 */
export const noticeTimes = { life: 3 * day, lost: 5 * minute }
/**
 * Milliseconds after a login within which an account without an address may be deleted without a
 * code.
 */
export const freshLogin = 5 * minute
/**
 * Networks of strangers that together may have all codes, and all wrong codes, of an address in a
 * day.
 */
export const networksOfAddress = 5
/** Milliseconds for which a request waits for the link. The frame waits 30 s for an answer. */
export const linkWait = 25_000
/**
 * Milliseconds for which a login at a company may take, its result is kept, and a proved login
 * waits to be joined to an account.
 */
export const socialLife = 20 * minute
/** Accounts at companies that may open one account here. */
export const identitiesOfUser = 20
/** Limits of one request to a company, and of its answer: JSON. */
export const companyAnswer = { milliseconds: 10_000, bytes: 64 * 1024, depth: 8, values: 2_000 }
/** Bytes of the form, and characters of the query, with which a company sends a visitor back. */
export const callbackBytes = 16 * 1024
/** Milliseconds between two looks at Farcaster's relay, while a device waits. */
export const farcasterInterval = 1_000
/**
 * Requests that are worked on at once, of a client and of all: proofs and sessions of devices that
 * were logged in when they asked last, those of all others, and what devices that are not logged in
 * ask. The others wait for their turn.
 */
export const turnsOfClients = {
  known: { each: 4, all: 8 },
  entering: { each: 4, all: 8 },
  unknownClients: { each: 2, all: 4 },
}
/** Limits of a request of the frame. */
export const bodyLimits = { bytes: 64 * 1024, depth: 8, values: 200 }

/**
 * Defaults for untrusted clients; a client is an IPv4 address or an IPv6 /64. README.md explains
 * each.
 */
const defaults = {
  /** Requests, and JSON-RPC calls of a batch. */
  rate: { max: 600, refill: 20, everySeconds: 1 },
  /** Codes that a client may have mailed. */
  mails: { max: 30, refill: 10, everySeconds: 600 },
  /** Logins at companies that a client may begin. */
  socials: { max: 60, refill: 20, everySeconds: 600 },
  /** Connections. Behind a proxy only `all` counts. */
  connections: { each: 500, all: 10_000 },
  /** Requests that are being worked on, those that wait for a link included. */
  requests: { each: 200, all: 5_000 },
  /**
   * Codes mailed to an address in a day for a network, or for a device that the owner uses, and
   * wrong codes for it.
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
    connections: v.optional(v.union([v.literal(false), shares]), defaults.connections),
    requests: v.optional(v.union([v.literal(false), shares]), defaults.requests),
    codes: v.optional(count, defaults.codes),
    wrongCodes: v.optional(count, defaults.wrongCodes),
    /** Milliseconds by which a browser's clock may differ from this service's. */
    clockSkew: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1_000)), proofSkew),
  }),
  {},
)
