import { Alert } from '../../ui/Alert.tsx'
import { fill } from '../../ui/fill.ts'
import type { SceneProps } from '../../stage/createStage.ts'
import type { Network } from '../../wallet/network.ts'
import { AddressText } from '../AddressText.tsx'
import { Approval } from '../Approval.tsx'
import type { Effect } from '../decode/Effect.ts'
import { Fact } from '../Facts.tsx'
import { messages } from '../messages.ts'
import { More } from '../More.tsx'
import { Pieces } from '../message/MessageText.tsx'
import { describeEffect } from '../transaction/describeEffect.ts'
import { EffectText } from '../transaction/EffectText.tsx'
import { contractsOf, loadTokens } from '../transaction/loadTokens.ts'
import type { Tokens } from '../transaction/loadTokens.ts'
import { messages as effectMessages } from '../transaction/messages.ts'
import { useLoaded } from '../../ui/useLoaded.ts'
import { FieldTree } from './FieldTree.tsx'
import type { Domain } from './readDomain.ts'
import type { PermitFault } from './readPermit.ts'
import type { Field } from './readTypedData.ts'
import { useFormatLocale } from '../../words/useFormatLocale.ts'
import { useMessages } from '../../words/useMessages.ts'

/** Typed data that the visitor is asked to sign. `permit`: what it allows, where it is a permit; `fault`: what is odd about that. */
export type TypedDataToApprove = { domain: Domain; primaryType: string; fields: readonly Field[]; permit: readonly Effect[] | undefined; fault?: PermitFault; address: string; network: Network }

const noTokens: Tokens = new Map()

/** Shows typed data as its fields, and a permit as the approval that it is. */
export default function ApproveTypedDataView({ wallet, params, settle, refuse, waiting }: SceneProps<TypedDataToApprove, void>) {
  const words = useMessages(messages)
  const effectWords = useMessages(effectMessages)
  const locale = useFormatLocale()
  const { domain, primaryType, fields, permit, fault, address, network } = params
  const loaded = useLoaded((signal) => loadTokens(wallet, network, { contracts: (permit ?? []).flatMap(contractsOf), signal }))
  const options = { account: address, network, value: 0n, tokens: loaded.status === 'done' ? loaded.value : noTokens, words: effectWords, locale }
  const isOtherChain = domain.chainId !== undefined && String(domain.chainId) !== network.reference
  const isDangerous = permit?.some((effect) => describeEffect(effect, options).level === 'danger') ?? false
  return (
    <Approval
      site={wallet.site}
      title={words.typedDataTitle}
      waiting={waiting}
      address={address}
      network={network}
      action={words.sign}
      isReady={!permit || loaded.status !== 'loading'}
      isRisky={isOtherChain || isDangerous || fault !== undefined}
      facts={<DomainFacts domain={domain} primaryType={primaryType} />}
      more={permit && <More title={words.allData}><FieldTree fields={fields} /></More>}
      onApprove={() => settle()}
      onReject={() => refuse()}
    >
      {isOtherChain && <Alert level="danger" title={words.chainTitle}>{fill(words.chainText, { chain: String(domain.chainId), network: network.name })}</Alert>}
      {fault && <Alert level="danger" title={words[`${fault}Title`]}>{words[`${fault}Text`]}</Alert>}
      {domain.chainId === undefined && <Alert level={permit ? 'warning' : 'note'} title={words.noChainTitle}>{words.noChainText}</Alert>}
      {permit ? (
        <>
          {permit.map((effect, index) => <EffectText key={index} effect={effect} options={options} />)}
          <p className="muted small">{words.permitNote}</p>
        </>
      ) : (
        <FieldTree fields={fields} />
      )}
    </Approval>
  )
}

function DomainFacts({ domain, primaryType }: { domain: Domain; primaryType: string }) {
  const words = useMessages(messages)
  return (
    <>
      <Fact name={words.dataName}><Pieces text={primaryType} /></Fact>
      {domain.name !== undefined && <Fact name={words.application}><Pieces text={domain.name} /></Fact>}
      {domain.version !== undefined && <Fact name={words.version}><Pieces text={domain.version} /></Fact>}
      {domain.verifyingContract !== undefined && <Fact name={words.contract}><AddressText address={domain.verifyingContract} isWhole /></Fact>}
      {domain.salt !== undefined && <Fact name={words.salt}><AddressText address={domain.salt} isWhole /></Fact>}
    </>
  )
}
