import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  profile: {
    title: 'Vos wallets',
    kinds: 'Types de comptes',
    none: 'Aucun wallet connecté ici pour l’instant.',
    connected: 'Wallets connectés',
    recents: 'Wallets récents',
    recent: 'Récent',
    elsewhere: 'Autre réseau',
    inUse: 'Vous utilisez maintenant {wallet}',
    replaced: '{wallet} s’est déconnecté. Vous utilisez maintenant {account}.',
    joined: '{wallet} est aussi connecté',
    add: 'Ajouter un wallet',
    manage: 'Réglages du wallet',
    disconnectOne: 'Déconnecter {wallet}',
    disconnect: 'Déconnecter',
    disconnectAll: 'Tout déconnecter',
  },
} satisfies TextsOf<typeof words>
