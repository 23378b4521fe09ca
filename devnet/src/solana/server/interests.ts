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
 * Reads the parameters of a subscription. `already` is the result of a notification that must be
 * sent at once.
 * @throws RpcError
 */
export type ReadInterest = (chain: Chain, params: unknown) => Interest & { already?: Json }

/** The kinds of subscriptions, by the name before `Subscribe`. */
const interests = new Map<string, ReadInterest>(
  Object.entries({
    signature: (chain, params) => {
      const [value, config] = readParams(
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
      const commitment = of(config)
      const known = chain.history.find(value)
      const already =
        known && known.slot <= chain.slots.at(commitment).number
          ? { already: at(known.slot, { err: known.err }) }
          : {}
      return {
        notification: 'signatureNotification',
        commitment,
        once: true,
        onTransaction: ({ transaction }) =>
          transaction.signature === value
            ? at(transaction.slot, { err: transaction.err })
            : undefined,
        ...already,
      }
    },
    account: (chain, params) => {
      const [value, config] = readParams(
        v.tuple([address, v.nullish(v.object(ofAccounts))]),
        params,
      )
      const commitment = of(config)
      // encodes the account only to refuse a wrong encoding at once
      accountAt(chain, value, commitment, config)
      return {
        notification: 'accountNotification',
        commitment,
        onSlot: (slot, changed) =>
          changed.has(value)
            ? [at(slot, accountAt(chain, value, commitment, config) ?? absentAccount)]
            : [],
      }
    },
    program: (chain, params) => {
      const [program, config] = readParams(
        v.tuple([
          address,
          v.nullish(v.object({ ...ofAccounts, filters: v.nullish(accountFilters) })),
        ]),
        params,
      )
      const commitment = of(config)
      const passes = testsOf(config?.filters)
      const read = (address: string) => chain.accounts.read(address, commitment)
      const accountNotification = (slot: number, pubkey: string): Json[] => {
        const account = read(pubkey)
        return account?.owner === program && passes(account.data)
          ? [at(slot, { pubkey, account: encodeAccount(account, config, read) })]
          : []
      }
      return {
        notification: 'programNotification',
        commitment,
        onSlot: (slot, changed) =>
          [...changed].flatMap((pubkey) => accountNotification(slot, pubkey)),
      }
    },
    logs: (_chain, params) => {
      const [filter, config] = readParams(
        v.tuple([v.union([v.picklist(['all', 'allWithVotes']), mentions]), committed]),
        params,
      )
      const mentioned = typeof filter === 'string' ? undefined : filter.mentions[0]
      return {
        notification: 'logsNotification',
        commitment: of(config),
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

/** An account that does not exist, in the form in which validators answer. */
const absentAccount: Json = {
  lamports: 0,
  owner: '11111111111111111111111111111111',
  executable: false,
  rentEpoch: 0,
  space: 0,
  data: ['', 'base64'],
}

/** The kind of subscription that a method begins or ends. Undefined for any other method. */
export function readSubscriptionMethod(
  method: string,
): { read: ReadInterest; ends: boolean } | undefined {
  const [, kind = '', verb = ''] = /^([a-z]+)(Subscribe|Unsubscribe)$/.exec(method) ?? []
  const read = interests.get(kind)
  return read && { read, ends: verb === 'Unsubscribe' }
}
