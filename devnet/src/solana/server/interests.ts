import * as v from 'valibot'
import type { Chain } from '../chain/chain.ts'
import type { Commitment, Json } from '../chain/types.ts'
import { accountFilters, testsOf } from '../rpc/accountFilters.ts'
import { accountAt } from '../rpc/accounts.ts'
import { encodeAccount } from '../rpc/encodeAccount.ts'
import { readParams } from '../rpc/method.ts'
import { address, commitment as commitmentParam, ofAccounts, signature } from '../rpc/params.ts'
import type { Interest } from './subscriptions.ts'

const committed = v.nullish(v.object({ commitment: v.nullish(commitmentParam) }))
const mentions = v.object({
  mentions: v.pipe(
    v.array(v.unknown()),
    v.check((list) => list.length === 1, 'Invalid Request: Only 1 address supported'),
    v.tuple([address]),
  ),
})
const of = (place: { commitment?: Commitment | null | undefined } | null | undefined): Commitment =>
  place?.commitment ?? 'finalized'
const at = (slot: number, value: Json): Json => ({ context: { slot }, value })

/**
 * Reads the parameters of a subscription. `already`: the notification that is due at once. @throws
 * RpcError
 */
export type ReadInterest = (chain: Chain, params: unknown) => Interest & { already?: Json }

/** The kinds of subscriptions, by the name before `Subscribe`. */
const interests = new Map<string, ReadInterest>(
  Object.entries({
    signature: (chain, params) => {
      const [wanted, how] = readParams(
        v.tuple([
          signature,
          v.nullish(
            v.object({
              commitment: v.nullish(commitmentParam),
              enableReceivedNotification: v.nullish(v.boolean()),
            }),
          ),
        ]),
        params,
      )
      const commitment = of(how)
      const known = chain.history.find(wanted)
      const already =
        known && known.slot <= chain.slots.at(commitment).number
          ? { already: at(known.slot, { err: known.err }) }
          : {}
      return {
        notification: 'signatureNotification',
        commitment,
        once: true,
        onTransaction: ({ transaction }) =>
          transaction.signature === wanted
            ? at(transaction.slot, { err: transaction.err })
            : undefined,
        ...already,
      }
    },
    account: (chain, params) => {
      const [wanted, how] = readParams(v.tuple([address, v.nullish(v.object(ofAccounts))]), params)
      const commitment = of(how)
      // written once now, so that a wrong encoding is refused now
      accountAt(chain, wanted, commitment, how)
      return {
        notification: 'accountNotification',
        commitment,
        onSlot: (slot, changed) =>
          changed.has(wanted) ? [at(slot, accountAt(chain, wanted, commitment, how) ?? gone)] : [],
      }
    },
    program: (chain, params) => {
      const [program, how] = readParams(
        v.tuple([
          address,
          v.nullish(v.object({ ...ofAccounts, filters: v.nullish(accountFilters) })),
        ]),
        params,
      )
      const commitment = of(how)
      const passes = testsOf(how?.filters)
      const read = (address: string) => chain.accounts.read(address, commitment)
      const tell = (slot: number, pubkey: string): Json[] => {
        const account = read(pubkey)
        return account?.owner === program && passes(account.data)
          ? [at(slot, { pubkey, account: encodeAccount(account, how, read) })]
          : []
      }
      return {
        notification: 'programNotification',
        commitment,
        onSlot: (slot, changed) => [...changed].flatMap((pubkey) => tell(slot, pubkey)),
      }
    },
    logs: (_chain, params) => {
      const [filter, how] = readParams(
        v.tuple([v.union([v.picklist(['all', 'allWithVotes']), mentions]), committed]),
        params,
      )
      const mentioned = typeof filter === 'string' ? undefined : filter.mentions[0]
      return {
        notification: 'logsNotification',
        commitment: of(how),
        onTransaction: ({ transaction: { signature, err, logs, slot }, mentions }) =>
          mentioned === undefined || mentions.includes(mentioned)
            ? at(slot, { signature, err, logs })
            : undefined,
      }
    },
    slot: (chain) => ({
      notification: 'slotNotification',
      commitment: 'confirmed',
      onSlot: (slot) => [
        { slot: slot + 1, parent: slot, root: chain.slots.at('finalized').number },
      ],
    }),
    root: () => ({
      notification: 'rootNotification',
      commitment: 'finalized',
      onSlot: (slot) => [slot],
    }),
  } satisfies Record<string, ReadInterest>),
)

/** An account that was closed, as validators tell of it. */
const gone: Json = {
  lamports: 0,
  owner: '11111111111111111111111111111111',
  executable: false,
  rentEpoch: 0,
  space: 0,
  data: ['', 'base64'],
}

/**
 * What a method does about subscriptions: begins one of a kind, or ends one. Nothing for other
 * methods.
 */
export function readSubscriptionMethod(
  method: string,
): { read: ReadInterest; ends: boolean } | undefined {
  const [, kind = '', verb = ''] = /^([a-z]+)(Subscribe|Unsubscribe)$/.exec(method) ?? []
  const read = interests.get(kind)
  return read && { read, ends: verb === 'Unsubscribe' }
}
