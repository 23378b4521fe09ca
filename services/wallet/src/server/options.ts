import { parseOptions as parseBy } from '@latchkey/server/parseOptions'
import { databaseKind, noDatabase } from '@latchkey/server/db/databaseKind'
import { isNetworkId } from '@latchkey/protocol/caip'
import { readUrl } from '@latchkey/protocol/readUrl'
import { recoveryMethods } from '@latchkey/protocol/walletServer'
import type { VaultPrivateKey } from '@latchkey/protocol/vaultEnvelope'
import * as v from 'valibot'
import { isMailServer } from './mail/isMailServer.ts'
import { keyLength } from './keys/createKeyring.ts'
import { limitsSchema } from './limits.ts'
import { farcasterSchema, socialsSchema, withoutEmail } from './socials/socialOptions.ts'

const label = v.pipe(v.string(), v.nonEmpty(), v.maxLength(64))
const isHttp = (text: string) => /^https?:$/.test(readUrl(text)?.protocol ?? '')
const httpUrl = v.pipe(v.string(), v.check(isHttp, 'Expected an http or https URL'))
const origin = v.pipe(
  v.string(),
  v.check(
    (text) => isHttp(text) && readUrl(text)?.origin === text,
    'Expected an origin such as https://shop.example',
  ),
)
const coordinate = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))

const network = v.strictObject({
  /** CAIP-2. */
  networkId: v.pipe(
    v.string(),
    v.check((id) => isNetworkId(id), 'Expected a CAIP-2 id such as eip155:1'),
  ),
  name: label,
  currency: v.strictObject({
    symbol: label,
    decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36)),
  }),
  explorer: v.optional(httpUrl),
  /**
   * The network's nodes, tried in this order. For a network of Bitcoin, base URLs of Esploras, such
   * as https://mempool.space/api.
   */
  rpcUrls: v.pipe(v.array(httpUrl), v.minLength(1)),
  /**
   * The network's bundler, EntryPoint 0.7. Without it, the site's paymasters can't pay for
   * visitors. ERC-4337
   */
  bundlerUrl: v.optional(httpUrl),
})

const project = v.strictObject({
  name: label,
  origins: v.pipe(v.array(origin), v.minLength(1), v.maxLength(100)),
  /**
   * Whether these sites are the operator's own. The operator is responsible for what they show over
   * the wallet, because visitors approve inside the page, not in the wallet's own window.
   * @default false
   */
  own: v.optional(v.boolean()),
})

const options = v.pipe(
  v.strictObject({
    /**
     * The sites that may contain the frame, by project. `any`: every site, for development.
     */
    projects: v.union([
      v.literal('any'),
      v.record(v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)), project),
    ]),
    /**
     * For `projects: 'any'`: the origins of the operator's own sites, with the same effect as `own`
     * of a project.
     */
    own: v.optional(v.array(origin), []),
    networks: v.optional(v.array(network), []),
    /**
     * The origins of the paymasters that sites may name. The server calls no other address for a
     * site. ERC-7677
     */
    paymasters: v.optional(v.pipe(v.array(origin), v.maxLength(100)), []),
    /**
     * The operator's own paymaster, which may pay when visitors end permissions: the URL without
     * `chainId` and `projectId`, which the frame adds. ERC-7677
     */
    ownPaymaster: v.optional(httpUrl),
    /**
     * The address of a blockchain API that knows prices, so that a permission is shown in money,
     * too. Its query is sent with each request, such as `?projectId=`. Absent: amounts only.
     */
    pricesUrl: v.optional(httpUrl),
    /**
     * `memory`, a folder that only this process uses, or `postgres://…` for several processes.
     */
    database: v.pipe(
      v.string(),
      v.nonEmpty(),
      v.check((text) => databaseKind(text) !== undefined, noDatabase),
    ),
    /** Keys for stored data: the first encrypts, all decrypt. */
    keys: v.pipe(
      v.array(
        v.pipe(
          v.instance(Uint8Array),
          v.check((key) => key.length === keyLength, 'Expected 32 bytes'),
        ),
      ),
      v.minLength(1, 'Expected at least one key'),
    ),
    /**
     * The operator's SMTP server and the sender's address; or a function that sends, for tests.
     */
    mail: v.union([
      v.function() as v.GenericSchema<SendMail>,
      v.strictObject({
        url: v.pipe(
          v.string(),
          v.check(
            isMailServer,
            'Expected smtp://… or smtps://…, with signs such as @ and % encoded',
          ),
        ),
        from: label,
      }),
    ]), // a function's type can't be checked at run time
    /**
     * This service's origin for browsers. Mails contain it, and every device's proof names it.
     * Absent: the request's host, which has to be this machine's own name.
     */
    url: v.optional(origin),
    /** The methods that recover an account. */
    recovery: v.pipe(
      v.array(v.picklist(recoveryMethods)),
      v.minLength(1),
      v.check((list) => new Set(list).size === list.length, 'Every method may be given once'),
    ),
    /** The vault's key (JWK, P-256), and the milliseconds of delay before it opens. */
    vault: v.optional(
      v.strictObject({
        privateKey: v.object({
          kty: v.literal('EC'),
          crv: v.literal('P-256'),
          x: coordinate,
          y: coordinate,
          d: coordinate,
        }) satisfies v.GenericSchema<VaultPrivateKey>,
        delay: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      }),
    ),
    /**
     * Companies whose accounts log in, by their name in the protocol: `google`, `x`, `discord`,
     * `github`, `apple`, `facebook`.
     */
    socials: socialsSchema,
    /**
     * Logins by Farcaster: the relay, the domain that people sign for, and nodes of Optimism.
     */
    farcaster: farcasterSchema,
    /** The operator's name, in mails and in the frame. */
    operator: label,
    /**
     * The folder with the frame's built page.
     * @default the one that was built with this service
     */
    pages: v.optional(v.string()),
    /**
     * The number of the operator's proxies before this service, each of which appends to
     * `X-Forwarded-For`.
     */
    trustProxy: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(16)), 0),
    /**
     * The header in which the operator's proxy sends a client's location, such as `CF-IPCountry`;
     * mails name the location. The proxy has to overwrite it. Absent: mails name no location.
     */
    placeHeader: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[\w-]{1,64}$/, 'Expected the name of a header such as CF-IPCountry'),
      ),
    ),
    limits: limitsSchema,
    log: v.optional(v.function() as v.GenericSchema<Log>), // a function's type can't be checked
    /** Milliseconds since 1970. */
    now: v.optional(v.function() as v.GenericSchema<() => number>), // can't be checked either
  }),
  v.forward(
    v.check(
      ({ recovery, vault }) => !recovery.includes('vault') || vault !== undefined,
      'The vault is offered, so it needs its key',
    ),
    ['vault'],
  ),
  v.forward(
    v.check(
      (checked) => withoutEmail(checked).length === 0,
      ({ input }) =>
        `${withoutEmail(input).join(', ')}: such accounts come without an e-mail address, so recovery has to offer more than the vault`,
    ),
    ['recovery'],
  ),
)

/** The options one by one, without the checks that concern several options. */
export const [optionsSchema] = options.pipe

/** A mail. */
export type Mail = { to: string; subject: string; text: string; html: string }
/** Sends a mail; resolves when the mail server has accepted it. */
export type SendMail = (mail: Mail) => Promise<unknown>
/**
 * Receives a line for each request and each failure. A line has no address, code, token,
 * share, body or query.
 */
export type Log = (line: LogLine) => void
/** `route` is the pattern, never the path; `ms` is the duration of the answer. */
export type LogLine = {
  time: string
  level: 'info' | 'warn' | 'error'
  requestId: string
  route: string
  status: number
  ms: number
  error?: string
}

/** The options of `createWallet`. */
export type WalletOptions = v.InferInput<typeof options>
/** The options after validation, with defaults. */
export type CheckedOptions = v.InferOutput<typeof options>

/** Checks the options. @throws OptionError which names the first invalid option */
export const parseOptions = (input: unknown): CheckedOptions => parseBy(options, input)
