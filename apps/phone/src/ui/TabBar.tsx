import { Icon, Outline } from '@latchkey/ui/icons.tsx'

export type TabName = 'home' | 'activity' | 'settings'

const listPath = 'M7 5h10M7 10h10M7 15h10M3 5h.01M3 10h.01M3 15h.01'
const dialsPath =
  'M3 6h7m4 0h3M3 14h3m4 0h7M12 4a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM8 12a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z'

const tabs = [
  ['home', 'Wallet', () => <Icon name="wallet" />],
  ['activity', 'Activity', () => <Outline d={listPath} />],
  ['settings', 'Settings', () => <Outline d={dialsPath} />],
] as const

/** The tabs at the lower edge of the app. They are not in packages/ui: only the phone has tabs. */
export function TabBar({ tab, onChange }: { tab: TabName; onChange: (tab: TabName) => void }) {
  return (
    <nav className="tab-bar" aria-label="Sections">
      {tabs.map(([name, label, Sign]) => (
        <button
          key={name}
          type="button"
          aria-current={name === tab ? 'page' : undefined}
          onClick={() => onChange(name)}
        >
          <Sign />
          {label}
        </button>
      ))}
    </nav>
  )
}
