import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  siwx: {
    title: 'Вход',
    heading: 'Войти на {domain}',
    text: 'Подпишите сообщение в {wallet}, чтобы подтвердить, что этот аккаунт ваш. Это бесплатно и ничего не перемещает.',
    required: 'Это нужно сайту. При отмене кошелёк будет отключён.',
    show: 'Показать сообщение',
    hide: 'Скрыть сообщение',
    message: 'Сообщение',
    sign: 'Войти',
    waiting: 'Подтвердите в {wallet}',
    cancel: 'Отмена',
    retry: 'Повторить',
    checkingTitle: 'Проверяем ваш вход',
    checkingText: 'Один момент.',
    unknownTitle: 'Сайт {site} не отвечает',
    unknownText: 'Не удалось узнать, выполнен ли вход. Кошелёк по-прежнему подключён.',
    failed: 'Не удалось войти на {site}.',
    clock:
      'Похоже, часы этого устройства идут неверно. Установите дату и время и попробуйте снова.',
  },
} satisfies TextsOf<typeof words>
