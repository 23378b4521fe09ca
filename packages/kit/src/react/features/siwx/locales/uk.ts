import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  siwx: {
    title: 'Увійти',
    heading: 'Вхід на {domain}',
    text: 'Підпишіть повідомлення в {wallet}, щоб показати, що цей рахунок ваш. Це безкоштовно й нічого не переказує.',
    required: 'Цьому сайту це потрібно. Якщо скасувати, ваш гаманець буде відключено.',
    show: 'Показати повідомлення',
    hide: 'Сховати повідомлення',
    message: 'Повідомлення',
    sign: 'Увійти',
    waiting: 'Підтвердьте в {wallet}',
    cancel: 'Скасувати',
    retry: 'Повторити',
    checkingTitle: 'Шукаємо ваш вхід',
    checkingText: 'Зачекайте.',
    unknownTitle: '{site} не відповідає',
    unknownText: 'Не вдалося з’ясувати, чи ви увійшли. Ваш гаманець досі підключено.',
    failed: 'Не вдалося увійти на {site}.',
    clock:
      'Схоже, годинник цього пристрою йде неправильно. Установіть дату й час і спробуйте ще раз.',
  },
} satisfies TextsOf<typeof words>
