import { AddressText } from '@latchkey/ui/AddressText.tsx'
import { Fact, Facts } from '@latchkey/ui/facts/Facts.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { writeSs58 } from '@latchkey/protocol/chains/ss58'
import { toHex } from '@latchkey/protocol/hex'
import type { AssetName } from '../../rpc/polkadot/askRuntime.ts'
import { fill } from '../../ui/fill.ts'
import { useMessages } from '../../words/useMessages.ts'
import { cleanName } from '../cleanName.ts'
import { formatAmount } from '../formatAmount.ts'
import { MessageBox, MessageText } from '../message/MessageText.tsx'
import { readMessage } from '../message/readMessage.ts'
import { messages as effectMessages } from '../transaction/messages.ts'
import { FieldTree } from '../typedData/FieldTree.tsx'
import { fieldsOfCall } from './fieldsOfCall.ts'
import { messages } from './messages.ts'
import { nameOf } from './readEffects.ts'
import type { Effect } from './readEffects.ts'
import { isRiskyKind } from './verdicts.ts'

/** What the words of an effect need besides it. `prefix`: of the network's addresses. */
export type EffectContext = {
  prefix: number
  format: (amount: bigint) => string
  assetNames: ReadonlyMap<bigint, AssetName>
}

/** An effect of a transaction in words, with everything that the words do not cover. */
export function EffectSection({ effect, context }: { effect: Effect; context: EffectContext }) {
  const words = useEffectText(effect, context)
  const effectWords = useMessages(effectMessages)
  const isRisky = isRiskyKind(effect.kind)
  const receiver = receiverOf(effect)
  return (
    <section className="effect" data-level={isRisky ? 'danger' : 'plain'}>
      <h2 className="effect-title" dir="auto">
        {isRisky && <Icon name="warning" />}
        <span>{words.title}</span>
      </h2>
      {words.why !== undefined && <p className="effect-why">{words.why}</p>}
      {(receiver || 'asset' in effect) && (
        <Facts>
          {'asset' in effect && <Fact name={effectWords.token}>{String(effect.asset)}</Fact>}
          {receiver && (
            <Fact name={effect.kind === 'allow' ? effectWords.spender : effectWords.to}>
              <AddressText address={writeSs58(receiver, context.prefix)} form="lines" />
            </Fact>
          )}
        </Facts>
      )}
      {effect.kind === 'note' && <MessageText message={readMessage(effect.bytes)} />}
      {effect.kind === 'unreadable' && <MessageBox isBytes>{toHex(effect.bytes)}</MessageBox>}
      {'call' in effect && effect.call.fields.length > 0 && (
        <FieldTree fields={fieldsOfCall(effect.call, context.prefix)} />
      )}
    </section>
  )
}

function receiverOf(effect: Effect): Uint8Array | undefined {
  if ('to' in effect) return effect.to
  return effect.kind === 'allow' ? effect.spender : undefined
}

/** The heading of an effect, and the sentence below it. */
function useEffectText(
  effect: Effect,
  { format, assetNames }: EffectContext,
): { title: string; why?: string } {
  const words = useMessages(messages)
  const effectWords = useMessages(effectMessages)
  const tokens = ({ asset, amount }: { asset: bigint; amount: bigint }) => {
    const known = assetNames.get(asset)
    const symbol = known && cleanName(known.symbol, 16)
    return known && symbol !== undefined
      ? `${formatAmount(amount, known.decimals)} ${symbol}`
      : fill(effectWords.units, { amount: formatAmount(amount, 0), name: `#${asset}` })
  }
  switch (effect.kind) {
    case 'transfer':
      return { title: fill(effectWords.send, { amount: format(effect.amount) }) }
    case 'everything':
      return { title: words.everything, why: words.everythingWhy }
    case 'token':
      return { title: fill(effectWords.send, { amount: tokens(effect) }) }
    case 'allow':
      return {
        title: fill(effectWords.allow, { amount: tokens(effect) }),
        why: effectWords.allowWhy,
      }
    case 'note':
      return { title: words.note, why: words.noteWhy }
    case 'stake':
      return { title: fill(words.stake, { amount: format(effect.amount) }), why: words.stakeWhy }
    case 'unreadable':
      return {
        title: effectWords.unknown,
        why: fill(effectWords.unknownWhy, { count: effect.bytes.length }),
      }
    case 'rights':
      return { title: words.rights, why: `${words.rightsWhy} (${nameOf(effect.call)})` }
    case 'inOtherName':
      return { title: words.inOtherName, why: `${words.inOtherNameWhy} (${nameOf(effect.call)})` }
    case 'administration':
      return {
        title: words.administration,
        why: `${words.administrationWhy} (${nameOf(effect.call)})`,
      }
    case 'otherCall':
      return {
        title: fill(effectWords.named, { name: nameOf(effect.call) }),
        why: words.otherCallWhy,
      }
  }
}
