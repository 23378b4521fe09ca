import { Button } from '@latchkey/ui/Button.tsx'
import type { Phone } from '../phone/createPhone.ts'
import { nameOfNetwork } from '../phone/networks.ts'
import type { PhoneState } from '../phone/phoneState.ts'
import { shortAddress } from '../phone/shortAddress.ts'
import { Facts } from '../ui/Facts.tsx'
import { Problem } from '../ui/Problem.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { SiteHead } from '../ui/SiteHead.tsx'
import { useTask } from '../useTask.ts'

type ConnectionSheetProps = { topic: string; phone: Phone; state: PhoneState; onClose: () => void }

/** Shows what one site may do, and a button that disconnects it. */
export function ConnectionSheet({ topic, phone, state, onClose }: ConnectionSheetProps) {
  const disconnecting = useTask(() => phone.disconnect(topic))
  const extending = useTask(() => phone.extend(topic))
  const connection = state.connections.find((candidate) => candidate.topic === topic)
  if (!connection)
    return (
      <Sheet title="Disconnected" onClose={onClose}>
        <p className="hint">This site is no longer connected.</p>
      </Sheet>
    )

  const { site, networks, addresses, expiresAt } = connection
  return (
    <Sheet
      title="Connected site"
      onClose={onClose}
      footer={
        <>
          <Button disabled={extending.task.status === 'working'} onClick={() => extending.start()}>
            Extend
          </Button>
          <Button
            variant="danger"
            disabled={disconnecting.task.status === 'working'}
            onClick={() => disconnecting.start()}
          >
            {disconnecting.task.status === 'working' ? 'Disconnecting…' : 'Disconnect'}
          </Button>
        </>
      }
    >
      <SiteHead site={site} />
      <Facts
        facts={[
          ['Networks', [...new Set(networks.map((id) => nameOfNetwork(id, state)))].join(', ')],
          ['Accounts', addresses.map(shortAddress).join(', ')],
          [
            'Ends',
            new Date(expiresAt).toLocaleString('en-GB', {
              dateStyle: 'medium',
              timeStyle: 'short',
            }),
          ],
        ]}
      />
      <Problem task={disconnecting.task} />
      <Problem task={extending.task} />
    </Sheet>
  )
}
