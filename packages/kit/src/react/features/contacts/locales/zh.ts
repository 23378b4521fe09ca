import type { TextsOf } from '../../../i18n/messages.ts'
import type { words } from '../words.ts'

export default {
  contacts: {
    title: '通讯录',
    emptyTitle: '还没有人',
    emptyText: '你给地址起的名字只保存在这台设备上。',
    add: '添加地址',
    edit: '编辑 {name}',
    editTitle: '编辑地址',
    label: '名字',
    address: '地址',
    addressHint: '地址或名称',
    save: '保存',
    remove: '删除',
    labelEmpty: '请输入名字',
    labelTaken: '已有人使用这个名字。',
    addressInvalid: '这不是地址。',
    addressTaken: '这个地址已有名字。',
    full: '通讯录已满。',
  },
} satisfies TextsOf<typeof words>
