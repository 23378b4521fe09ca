import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  networks: {
    title: 'Выберите сеть',
    networks: 'Сети',
    search: 'Поиск сетей',
    noneTitle: 'Сеть не найдена',
    noneText: 'Здесь нет ничего с именем «{search}».',
    clear: 'Очистить поиск',
    lockedText: 'Этот сайт работает в сети, выбранной в кошельке.',
    notApproved: 'Кошелёк не разрешил эту сеть.',
    switchTitle: 'Сменить сеть',
    waitingTitle: 'Переход в сеть {network}',
    waitingText: 'Подтвердите переход в кошельке.',
    slowTitle: 'Всё ещё ждём кошелёк',
    slowText:
      'Возможно, кошелёк заблокирован или скрыт за этим окном. Откройте его и найдите запрос.',
    refusedTitle: 'Отклонено в {wallet}',
    refusedText: 'Вы остались в прежней сети.',
    pendingTitle: 'В кошельке уже открыт запрос',
    pendingText: 'Откройте кошелёк, ответьте на запрос и повторите попытку.',
    unknownTitle: 'Кошелёк не поддерживает сеть {network}',
    unknownText: 'Добавьте сеть в настройках кошелька и повторите попытку.',
    failedTitle: 'Сеть не сменилась',
    failedText: 'Кошелёк сообщил об ошибке. Повторная попытка часто помогает.',
    doneTitle: 'Вы в сети {network}',
    doneText: 'Теперь всё здесь относится к этой сети.',
    otherTitle: 'Подключение к {network}',
    otherText: 'Для {network} нужен отдельный аккаунт. Другое подключение сохранится.',
    otherWallets: 'Кошельки для {network}',
    otherWays: 'Другие способы подключения',
    otherNone: 'В этом браузере ни один кошелёк этого не умеет.',
    retry: 'Повторить',
    unsupportedTitle: 'Сеть не поддерживается',
    unsupportedText: 'Этот сайт не работает в сети, выбранной в кошельке. Выберите одну из этих.',
    unsupportedLocked:
      'Этот сайт не работает в сети, выбранной в кошельке. Смените её в кошельке или отключите кошелёк.',
    disconnect: 'Отключить',
    help: 'Что такое сеть?',
    anotherWallet: 'Другой кошелёк',
  },
} satisfies TextsOf<typeof words>
