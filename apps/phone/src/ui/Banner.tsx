import { IconButton } from '@latchkey/ui/Button.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import type { Phone } from '../phone/createPhone.ts'
import type { PhoneState } from '../phone/phoneState.ts'

/** Says that the phone is offline, that it answers automatically, or what has just happened. */
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
        <p className="banner" data-kind="warn">
          Offline. Sites can not reach this phone.
        </p>
      )}
      {behaviourText && (
        <p className="banner" data-kind="warn">
          {behaviourText}
        </p>
      )}
      <div role="status">
        {notice && (
          <div className="banner" data-kind={notice.kind}>
            <span>{notice.text}</span>
            <IconButton
              aria-label="Put away"
              onClick={() => phone.store.set({ notice: undefined })}
            >
              <Icon name="close" />
            </IconButton>
          </div>
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
