import { DialsIcon, ListIcon, WalletIcon } from './icons.tsx'

export type TabName = 'home' | 'activity' | 'settings'

const tabs = [
  ['home', 'Wallet', WalletIcon],
  ['activity', 'Activity', ListIcon],
  ['settings', 'Settings', DialsIcon],
] as const

/** The tabs at the bottom. */
export function TabBar({ tab, onChange }: { tab: TabName; onChange: (tab: TabName) => void }) {
  return (
    <nav className="tab-bar" aria-label="Sections">
      {tabs.map(([name, label, Icon]) => (
        <button
          key={name}
          type="button"
          aria-current={name === tab ? 'page' : undefined}
          onClick={() => onChange(name)}
        >
          <Icon />
          {label}
        </button>
      ))}
    </nav>
  )
}
