import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  networks: {
    title: 'Choisir un réseau',
    networks: 'Réseaux',
    search: 'Chercher un réseau',
    noneTitle: 'Aucun réseau trouvé',
    noneText: 'Rien ici ne s’appelle « {search} ».',
    clear: 'Effacer la recherche',
    lockedText: 'Ce site garde le réseau de votre wallet.',
    notApproved: 'Votre wallet ne l’a pas approuvé.',
    switchTitle: 'Changer de réseau',
    waitingTitle: 'Passer à {network}',
    waitingText: 'Approuvez le changement dans votre wallet.',
    slowTitle: 'Toujours en attente de votre wallet',
    slowText:
      'Il est peut-être verrouillé ou caché derrière cette fenêtre. Ouvrez-le et cherchez la demande.',
    refusedTitle: 'Refusé dans {wallet}',
    refusedText: 'Vous êtes toujours sur le même réseau.',
    pendingTitle: 'Votre wallet a déjà une demande en cours',
    pendingText: 'Ouvrez-le et répondez à la demande, puis réessayez.',
    unknownTitle: 'Votre wallet ne peut pas utiliser {network}',
    unknownText: 'Ajoutez le réseau dans les réglages de votre wallet, puis réessayez.',
    failedTitle: 'Le réseau n’a pas changé',
    failedText: 'Le wallet a signalé un problème. Réessayer suffit souvent.',
    doneTitle: 'Vous êtes sur {network}',
    doneText: 'Tout ici concerne maintenant ce réseau.',
    otherTitle: 'Se connecter pour {network}',
    otherText: '{network} demande un compte à part. Votre autre connexion reste active.',
    otherWallets: 'Wallets pour {network}',
    otherWays: 'Autres façons de se connecter',
    otherNone: 'Aucun wallet de ce navigateur ne le peut.',
    retry: 'Réessayer',
    unsupportedTitle: 'Réseau non pris en charge',
    unsupportedText:
      'Ce site ne fonctionne pas sur le réseau de votre wallet. Choisissez l’un de ceux-ci.',
    unsupportedLocked:
      'Ce site ne fonctionne pas sur le réseau de votre wallet. Changez de réseau dans le wallet ou déconnectez-le.',
    disconnect: 'Déconnecter',
    help: 'Qu’est-ce qu’un réseau ?',
    anotherWallet: 'Utiliser un autre wallet',
  },
} satisfies TextsOf<typeof words>
