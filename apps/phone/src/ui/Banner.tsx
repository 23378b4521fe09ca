import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { IconButton } from '@latchkey/ui/Button.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import type { Phone } from '../phone/createPhone.ts'
import type { PhoneState } from '../phone/phoneState.ts'

const levels = { good: 'success', bad: 'danger' } as const

/**
 * Current notices: the phone is offline, it answers automatically, something just happened.
 */
export function Banner({
  phone,
  state: { online, behaviour, notice },
}: {
  phone: Phone
  state: PhoneState
}) {
  const behaviourText = behaviourTexts[behaviour]
  return (
    <div className="banners">
      {!online && (
        <Alert level="warning" role="note" title="Offline. Sites can not reach this phone." />
      )}
      {behaviourText && <Alert level="warning" role="note" title={behaviourText} />}
      <div role="status">
        {notice && (
          <Alert
            level={levels[notice.kind]}
            role="note"
            title={notice.text}
            end={
              <IconButton
                aria-label="Put away"
                onClick={() => phone.store.set({ notice: undefined })}
              >
                <Icon name="close" />
              </IconButton>
            }
          />
        )}
      </div>
    </div>
  )
}

const behaviourTexts = {
  ask: undefined,
  approve: 'Says yes to everything by itself.',
  refuse: 'Says no to everything by itself.',
  hang: 'Answers nobody, as in a pocket.',
}
