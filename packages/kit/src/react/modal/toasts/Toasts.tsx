import { useToastText } from '../../errorTexts.ts'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Icon } from '@latchkey/ui/icons.tsx'
import type { IconName } from '@latchkey/ui/icons.tsx'
import { useKitState } from '../../hooks/useKitState.ts'
import css from './toasts.css?inline'

const icons: Record<'success' | 'loading' | 'error' | 'info', IconName> = {
  success: 'check',
  loading: 'retry',
  error: 'warning',
  info: 'info',
}

/** The current toast, if there is one. A screen reader announces it when it appears. */
export function Toasts() {
  useStyles(css)
  const textOf = useToastText()
  const toast = useKitState((state) => state.toast)
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toast && (
        <p className="toast" key={toast.id} data-variant={toast.variant}>
          <Icon name={icons[toast.variant]} />
          <span>{textOf(toast.message)}</span>
        </p>
      )}
    </div>
  )
}
