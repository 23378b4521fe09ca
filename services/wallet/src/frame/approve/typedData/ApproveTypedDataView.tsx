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
import { useLoaded } from '../../ui/useLoaded.ts'
import { FieldTree } from './FieldTree.tsx'
import type { Domain } from './readDomain.ts'
import type { PermitFault } from './readPermit.ts'
import type { Field } from './readTypedData.ts'

/** Typed data that the visitor is asked to sign. `permit`: what it allows, where it is a permit; `fault`: what is odd about that. */
export type TypedDataToApprove = { domain: Domain; primaryType: string; fields: readonly Field[]; permit: readonly Effect[] | undefined; fault?: PermitFault; address: string; network: Network }

const noTokens: Tokens = new Map()

/** Shows typed data as its fields, and a permit as the approval that it is. */
export default function ApproveTypedDataView({ wallet, params, settle, refuse, waiting }: SceneProps<TypedDataToApprove, void>) {
  const { domain, primaryType, fields, permit, fault, address, network } = params
  const loaded = useLoaded((signal) => loadTokens(wallet, network, { contracts: (permit ?? []).flatMap(contractsOf), signal }))
  const options = { account: address, network, value: 0n, tokens: loaded.status === 'done' ? loaded.value : noTokens }
  const isOtherChain = domain.chainId !== undefined && String(domain.chainId) !== network.reference
  const isDangerous = permit?.some((effect) => describeEffect(effect, options).level === 'danger') ?? false
  return (
    <Approval
      site={wallet.site}
      title={messages.typedDataTitle}
      waiting={waiting}
      address={address}
      network={network}
      action={messages.sign}
      isReady={!permit || loaded.status !== 'loading'}
      isRisky={isOtherChain || isDangerous || fault !== undefined}
      facts={<DomainFacts domain={domain} primaryType={primaryType} />}
      more={permit && <More title={messages.allData}><FieldTree fields={fields} /></More>}
      onApprove={() => settle()}
      onReject={() => refuse()}
    >
      {isOtherChain && <Alert level="danger" title={messages.chainTitle}>{fill(messages.chainText, { chain: String(domain.chainId), network: network.name })}</Alert>}
      {fault && <Alert level="danger" title={messages[`${fault}Title`]}>{messages[`${fault}Text`]}</Alert>}
      {domain.chainId === undefined && <Alert level={permit ? 'warning' : 'note'} title={messages.noChainTitle}>{messages.noChainText}</Alert>}
      {permit ? (
        <>
          {permit.map((effect, index) => <EffectText key={index} effect={effect} options={options} />)}
          <p className="muted small">{messages.permitNote}</p>
        </>
      ) : (
        <FieldTree fields={fields} />
      )}
    </Approval>
  )
}

function DomainFacts({ domain, primaryType }: { domain: Domain; primaryType: string }) {
  return (
    <>
      <Fact name={messages.dataName}><Pieces text={primaryType} /></Fact>
      {domain.name !== undefined && <Fact name={messages.application}><Pieces text={domain.name} /></Fact>}
      {domain.version !== undefined && <Fact name={messages.version}><Pieces text={domain.version} /></Fact>}
      {domain.verifyingContract !== undefined && <Fact name={messages.contract}><AddressText address={domain.verifyingContract} isWhole /></Fact>}
      {domain.salt !== undefined && <Fact name={messages.salt}><AddressText address={domain.salt} isWhole /></Fact>}
    </>
  )
}
