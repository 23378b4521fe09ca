import type { ReactNode } from 'react'

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      {children}
    </svg>
  )
}

export const CloseIcon = () => (
  <Icon>
    <path d="m5 5 10 10M15 5 5 15" />
  </Icon>
)

export const ScanIcon = () => (
  <Icon>
    <path d="M3 7V5a2 2 0 0 1 2-2h2m6 0h2a2 2 0 0 1 2 2v2m0 6v2a2 2 0 0 1-2 2h-2m-6 0H5a2 2 0 0 1-2-2v-2m4-6h2v2H7zm4 0h2v2h-2zm-4 4h2v2H7zm4 0h2v2h-2z" />
  </Icon>
)

export const ChevronIcon = () => (
  <Icon>
    <path d="m8 5 5 5-5 5" />
  </Icon>
)

export const WalletIcon = () => (
  <Icon>
    <path d="M16 7V5a2 2 0 0 0-2-2H5a2 2 0 0 0 0 4h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5m10.500 7h.01" />
  </Icon>
)

export const ListIcon = () => (
  <Icon>
    <path d="M7 5h10M7 10h10M7 15h10M3 5h.01M3 10h.01M3 15h.01" />
  </Icon>
)

export const DialsIcon = () => (
  <Icon>
    <path d="M3 6h7m4 0h3M3 14h3m4 0h7M12 4a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM8 12a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z" />
  </Icon>
)
