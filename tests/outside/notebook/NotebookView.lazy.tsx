import { showToast } from '../../../core/kit/toast.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { defineMemory } from '../../router/memory.ts'
import { Screen } from '../../modal/Screen.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { useKit } from '../../hooks/useKit.ts'
import { useRouter } from '../router.ts'
import { useMemory } from '../useMemory.ts'
import { messages } from './messages.ts'

const notes = defineMemory(0)
const pages = 2

export default function NotebookView() {
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const [count, setCount] = useMemory(notes)
  const add = () =>
    count < pages
      ? setCount(count + 1)
      : showToast(kit, { message: 'notebookFull', variant: 'error' })
  return (
    <Screen title={t('title')}>
      <ul className="stack notebook-pages">
        {Array.from({ length: count }, (_, index) => (
          <li key={index}>{t('note', { count: index + 1 })}</li>
        ))}
      </ul>
      <Button onClick={add}>{t('add')}</Button>
      <Button
        onClick={() => showToast(kit, { message: { text: t('saving') }, variant: 'loading' })}
      >
        {t('save')}
      </Button>
      <Button onClick={() => router.push('Contacts')}>{t('rules')}</Button>
    </Screen>
  )
}
