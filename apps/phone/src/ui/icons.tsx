import { Icon, Outline } from '@latchkey/ui/icons.tsx'

/** Lines with points: the icon for the requests of sites. */
export const ListIcon = () => <Outline d="M7 5h10M7 10h10M7 15h10M3 5h.01M3 10h.01M3 15h.01" />

/** Two dials: the icon for settings. */
export const DialsIcon = () => (
  <Outline d="M3 6h7m4 0h3M3 14h3m4 0h7M12 4a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM8 12a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z" />
)

/** A wallet. */
export const WalletIcon = () => <Icon name="wallet" />
