import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { fill } from '../../ui/fill.ts'
import type { SceneProps } from '../../stage/createStage.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { AddressText } from '@latchkey/ui/AddressText.tsx'
import { Approval } from '../Approval.tsx'
import type { Effect, SignedEffect } from '../decode/Effect.ts'
import { Fact } from '@latchkey/ui/facts/Facts.tsx'
import { messages } from '../messages.ts'
import { Details } from '@latchkey/ui/details/Details.tsx'
import { Pieces } from '../message/MessageText.tsx'
import { describeEffect } from '../transaction/describeEffect.ts'
import type { DescribeOptions } from '../transaction/describeEffect.ts'
import { EffectText } from '../transaction/EffectText.tsx'
import { contractsOf, loadTokens } from '../transaction/loadTokens.ts'
import type { Tokens } from '../transaction/loadTokens.ts'
import { messages as effectMessages } from '../transaction/messages.ts'
import { effectsIn } from '../transaction/simulate/unreportedGrants.ts'
import { useLoaded } from '../../ui/useLoaded.ts'
import { isUnknown } from '../verdicts.ts'
import type { RequestKind } from '../verdicts.ts'
import { describeSigned } from './describeSigned.ts'
import { FieldTree } from './FieldTree.tsx'
import type { DataFault } from './kindOfTypedData.ts'
import { messages as signedMessages } from './messages.ts'
import { networkOfData } from './readDomain.ts'
import type { Domain } from './readDomain.ts'
import type { Field } from './readTypedData.ts'
import { useFormatLocale } from '../../words/useFormatLocale.ts'
import { useMessages } from '../../words/useMessages.ts'

/**
 * Typed data to approve: its kind in the table of verdicts, its effects where they are known,
 * and its fault, if there is one.
 */
export type TypedDataToApprove = {
  domain: Domain
  primaryType: string
  fields: readonly Field[]
  kind: RequestKind
  effects: readonly Effect[]
  fault?: DataFault
  address: string
  network: Network
}

const noTokens: Tokens = new Map()

/** Shows the effect of typed data, or that the effect is not known; and its fields. */
export default function ApproveTypedDataView({
  wallet,
  params,
  settle,
  refuse,
  waiting,
}: SceneProps<TypedDataToApprove, void>) {
  const words = useMessages(messages)
  const signed = useMessages(signedMessages)
  const { domain, primaryType, fields, kind, effects, fault, address, network } = params
  const isUnknownData = isUnknown(kind)
  const { isOther: isOtherChain } = networkOfData(domain, network)
  const { options, isLoading } = useDescribeOptions(wallet, params)
  const inside = effects.flatMap(effectsIn)
  const isDangerous = inside.some(
    (effect) => effect.kind === 'unknown' || describeEffect(effect, options).level === 'danger',
  )
  // without a chain ID, the rights in the data are valid on every network
  const isEverywhere = domain.chainId === undefined && kind !== 'cancellation'
  const isRaw = isUnknownData || inside.some((effect) => effect.kind === 'unknown')
  return (
    <Approval
      site={wallet.site}
      title={words.typedDataTitle}
      waiting={waiting}
      address={address}
      network={network}
      action={words.sign}
      isReady={isUnknownData || !isLoading}
      isRisky={isUnknownData || isOtherChain || isEverywhere || isDangerous || fault !== undefined}
      facts={<DomainFacts domain={domain} primaryType={primaryType} />}
      more={
        !isRaw && (
          <Details label={signed.allData}>
            <FieldTree fields={fields} />
          </Details>
        )
      }
      onApprove={() => settle()}
      onReject={() => refuse()}
    >
      <DataAlerts data={params} isOtherChain={isOtherChain} />
      {effects.map((effect, index) => (
        <EffectText key={index} effect={effect} options={options} />
      ))}
      {isRaw && <FieldTree fields={fields} />}
      {(kind === 'permit' || kind === 'conditionalPermit') && (
        <p className="muted small">{signed.permitNote}</p>
      )}
    </Approval>
  )
}

/** How the effects are described, once the tokens in them are known. */
function useDescribeOptions(
  wallet: Wallet,
  { domain, effects, address, network }: TypedDataToApprove,
): { options: DescribeOptions; isLoading: boolean } {
  const words = useMessages(effectMessages)
  const signed = useMessages(signedMessages)
  const locale = useFormatLocale()
  const { isOther, network: dataNetwork } = networkOfData(domain, network)
  const loaded = useLoaded((signal) =>
    loadTokens(wallet, network, {
      contracts: isOther ? [] : effects.flatMap(contractsOf),
      signal,
    }),
  )
  const options: DescribeOptions = {
    account: address,
    network: dataNetwork,
    value: 0n,
    tokens: loaded.status === 'done' ? loaded.value : noTokens,
    words,
    locale,
    describeSigned: (effect: SignedEffect, options: DescribeOptions) =>
      describeSigned(effect, { ...options, signed }),
  }
  return { options, isLoading: loaded.status === 'loading' }
}

/** The warnings before signing: unknown data, another network, a fault, a missing limit. */
function DataAlerts({
  data: { domain, kind, fault, network },
  isOtherChain,
}: {
  data: TypedDataToApprove
  isOtherChain: boolean
}) {
  const words = useMessages(messages)
  const signed = useMessages(signedMessages)
  return (
    <>
      {isUnknown(kind) &&
        (kind === 'wrappedHash' ? (
          <Alert level="danger" title={words.hashTitle}>
            {words.hashText}
          </Alert>
        ) : (
          <Alert level="danger" title={signed.unknownTitle}>
            {signed.unknownText}
          </Alert>
        ))}
      {isOtherChain && (
        <Alert level="danger" title={signed.chainTitle}>
          {fill(signed.chainText, { chain: String(domain.chainId), network: network.name })}
        </Alert>
      )}
      {fault && (
        <Alert level="danger" title={signed[`${fault}Title`]}>
          {signed[`${fault}Text`]}
        </Alert>
      )}
      {domain.chainId === undefined && (
        <Alert level="warning" title={signed.noChainTitle}>
          {signed.noChainText}
        </Alert>
      )}
      {domain.verifyingContract === undefined && (
        <Alert level="warning" title={signed.anyContractTitle}>
          {signed.anyContractText}
        </Alert>
      )}
    </>
  )
}

function DomainFacts({ domain, primaryType }: { domain: Domain; primaryType: string }) {
  const signed = useMessages(signedMessages)
  return (
    <>
      <Fact name={signed.dataName}>
        <Pieces text={primaryType} />
      </Fact>
      {domain.name !== undefined && (
        <Fact name={signed.application}>
          <Pieces text={domain.name} />
        </Fact>
      )}
      {domain.version !== undefined && (
        <Fact name={signed.version}>
          <Pieces text={domain.version} />
        </Fact>
      )}
      {domain.verifyingContract !== undefined && (
        <Fact name={signed.contract}>
          <AddressText address={domain.verifyingContract} form="lines" />
        </Fact>
      )}
      {domain.salt !== undefined && (
        <Fact name={signed.salt}>
          <AddressText address={domain.salt} form="lines" />
        </Fact>
      )}
    </>
  )
}
