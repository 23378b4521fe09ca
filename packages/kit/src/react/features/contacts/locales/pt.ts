import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  contacts: {
    title: 'Agenda',
    emptyTitle: 'Ninguém por aqui ainda',
    emptyText: 'Os nomes que você dá a endereços ficam neste aparelho.',
    add: 'Adicionar um endereço',
    edit: 'Editar {name}',
    editTitle: 'Editar endereço',
    label: 'Nome',
    address: 'Endereço',
    addressHint: 'Endereço ou nome',
    save: 'Salvar',
    remove: 'Excluir',
    labelEmpty: 'Digite um nome',
    labelTaken: 'Alguém já tem este nome.',
    addressInvalid: 'Isto não é um endereço.',
    addressTaken: 'Este endereço já tem um nome.',
    full: 'A agenda está cheia.',
  },
} satisfies TextsOf<typeof words>
