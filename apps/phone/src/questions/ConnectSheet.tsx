import { ChoiceRow } from '@latchkey/ui/choice/ChoiceRow.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { useState } from 'react'
import type { NamespaceRequest } from '../phone/grant.ts'
import { nameOfNetwork } from '../phone/networks.ts'
import type { PhoneState } from '../phone/phoneState.ts'
import { shortAddress } from '../phone/shortAddress.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { SiteHead } from '../ui/SiteHead.tsx'
import { Answers } from './Answers.tsx'
import type { QuestionProps } from './Answers.tsx'
import { permissionsOf } from './permissionsOf.ts'

type ConnectSheetProps = QuestionProps & {
  namespaces: Readonly<Record<string, NamespaceRequest>>
  state: PhoneState
}

/**
 * A site wants to connect: shows its name and host, its networks and accounts, and what it may do.
 */
export function ConnectSheet({ site, namespaces, state, ...common }: ConnectSheetProps) {
  const { selected, selectedSolana, selectedBitcoin, selectedPolkadot } = state
  const inUse: readonly string[] = [selected, selectedSolana, selectedBitcoin, selectedPolkadot]
  const offered = state.accounts.filter(({ namespace }) => namespace in namespaces)
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    offered.filter(({ address }) => inUse.includes(address)).map(({ address }) => address),
  )
  const toggle = (address: string, on: boolean) =>
    setChosen((before) => (on ? [...before, address] : before.filter((one) => one !== address)))
  const requested = Object.values(namespaces).flatMap((namespace) => namespace.chains)
  const networks = new Set(requested.map((chain) => nameOfNetwork(chain, state)))

  return (
    <Sheet
      title={`Connect to ${site.name}?`}
      footer={
        <Answers
          {...common}
          yes="Approve"
          blocked={chosen.length === 0 ? 'Choose an account' : undefined}
          addresses={chosen}
        />
      }
    >
      <SiteHead site={site} />
      <p className="hint">Names can be made up. Go on only when you know this address.</p>

      <h3>On these networks</h3>
      <ul className="chips">
        {[...networks].map((name) => (
          <li key={name} className="chip">
            {name}
          </li>
        ))}
      </ul>

      <fieldset className="group">
        <legend>With these accounts</legend>
        {offered.map(({ address, label }) => (
          <ChoiceRow
            key={address}
            type="checkbox"
            name="accounts"
            isChosen={chosen.includes(address)}
            onChange={(on) => toggle(address, on)}
            icon={<Picture name={label} size={40} shape="round" />}
            title={label}
            detail={shortAddress(address)}
          />
        ))}
      </fieldset>

      <Permissions namespaces={namespaces} />
    </Sheet>
  )
}

/** Says what the site may request once it is connected. */
function Permissions({ namespaces }: Pick<ConnectSheetProps, 'namespaces'>) {
  return (
    <>
      <h3>It may then</h3>
      <ul className="ticks">
        {permissionsOf(namespaces).map((permission) => (
          <li key={permission}>{permission}</li>
        ))}
      </ul>
      <p className="hint">You are asked each time. Nothing moves by itself.</p>
    </>
  )
}
