import * as v from 'valibot'
import { readUrl } from '@latchkey/protocol/readUrl'
import { httpUrl, label } from '../optionParts.ts'
import { isSecret } from './links/companyKey.ts'

/** Purchases with money. Undefined: nothing is sold. */
export const onrampOptions = v.optional(
  v.strictObject({
    /**
     * The origins of the sites to which a checkout may lead back, by project id; the origins of `*`
     * are for all projects. Pages on the visitor's own machine are always allowed. @default a
     * checkout leads back to no site
     */
    returns: v.optional(
      v.record(
        label,
        v.pipe(
          v.array(
            v.pipe(
              httpUrl,
              v.check(
                (text) => readUrl(text)?.origin === text,
                'Expected an origin such as https://shop.example',
              ),
            ),
          ),
          v.maxLength(100),
        ),
      ),
    ),
    /**
     * The sandbox, for test networks: a service of its own that takes no real money.
     * - `url`: its address
     * - `secret`: a secret that the sandbox also has; both sign their messages with it
     */
    sandbox: v.optional(
      v.strictObject(
        {
          url: v.pipe(
            httpUrl,
            v.transform((url) => url.replace(/\/+$/, '')),
          ),
          secret: v.custom<string>(
            (value) => typeof value === 'string' && value.length >= 32 && value.length <= 512,
            'Expected a text of 32 to 512 characters',
          ),
        },
        'Expected an object with a url and a secret',
      ),
    ), // without this message, the message of the error could contain the secret
    /** The page of Coinbase, or of a company with the same parameters. */
    coinbase: v.optional(
      v.strictObject({
        appId: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)),
        url: v.optional(httpUrl, 'https://pay.coinbase.com/buy/select-asset'),
        apiUrl: v.optional(httpUrl, 'https://api.developer.coinbase.com'),
        /**
         * The id (`keyId`) and the private part (`secret`) of the operator's key at the company:
         * PEM of an EC key on P-256, or base64 of an Ed25519 key. With it the service reads
         * purchases, so that they can be followed.
         */
        keyId: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(256))),
        secret: v.optional(
          v.custom<string>(
            (value) => typeof value === 'string' && isSecret(value),
            'Expected a private key',
          ),
        ), // without this message, the message of the error could contain the key
        /**
         * Whether the page's URL has a token instead of the wallets, as Coinbase demands since
         * 2025. @default false
         */
        session: v.optional(v.boolean(), false),
      }),
    ),
    /** The page of Meld, or of a company with the same parameters. */
    meld: v.optional(
      v.strictObject({
        publicKey: v.pipe(v.string(), v.nonEmpty(), v.maxLength(256)),
        url: v.optional(httpUrl, 'https://meldcrypto.com'),
      }),
    ),
  }),
)
