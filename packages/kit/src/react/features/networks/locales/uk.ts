import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  networks: {
    title: 'Виберіть мережу',
    networks: 'Мережі',
    search: 'Пошук мереж',
    noneTitle: 'Мережу не знайдено',
    noneText: 'Тут немає нічого з назвою «{search}».',
    clear: 'Очистити пошук',
    lockedText: 'Цей сайт лишається в мережі вашого гаманця.',
    notApproved: 'Ваш гаманець її не дозволив.',
    switchTitle: 'Змінити мережу',
    waitingTitle: 'Перехід у {network}',
    waitingText: 'Підтвердьте зміну у своєму гаманці.',
    slowTitle: 'Досі чекаємо на ваш гаманець',
    slowText:
      'Можливо, гаманець заблоковано або його вікно сховане за цим. Відкрийте його та знайдіть запит.',
    refusedTitle: 'Відхилено в {wallet}',
    refusedText: 'Ви досі в тій самій мережі.',
    pendingTitle: 'У вашому гаманці вже відкрито запит',
    pendingText: 'Відкрийте гаманець і дайте відповідь на запит, потім спробуйте ще раз.',
    unknownTitle: 'Ваш гаманець не може працювати з {network}',
    unknownText: 'Додайте мережу в налаштуваннях гаманця та спробуйте ще раз.',
    failedTitle: 'Мережу не змінено',
    failedText: 'Гаманець повідомив про проблему. Повторна спроба часто допомагає.',
    doneTitle: 'Ви в мережі {network}',
    doneText: 'Тепер усе тут стосується цієї мережі.',
    otherTitle: 'Підключення до {network}',
    otherText: 'Для {network} потрібен окремий рахунок. Ваше інше підключення збережеться.',
    otherWallets: 'Гаманці для {network}',
    otherWays: 'Інші способи підключення',
    otherNone: 'Жоден гаманець у цьому браузері цього не вміє.',
    retry: 'Повторити',
    unsupportedTitle: 'Мережа не підтримується',
    unsupportedText: 'Цей сайт не працює в мережі вашого гаманця. Виберіть одну з цих.',
    unsupportedLocked:
      'Цей сайт не працює в мережі вашого гаманця. Змініть її в гаманці або відключіть його.',
    disconnect: 'Відключити',
    help: 'Що таке мережа?',
    anotherWallet: 'Інший гаманець',
  },
} satisfies TextsOf<typeof words>
