import { IconButton } from '@latchkey/ui/Button.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { RowButton } from '@latchkey/ui/Row.tsx'
import { VirtualGrid } from '@latchkey/ui/scrolling/grid/VirtualGrid.tsx'
import { VirtualList } from '@latchkey/ui/scrolling/list/VirtualList.tsx'

const ignore = () => {}
const names = Array.from({ length: 500 }, (_, index) => `Token ${index + 1}`)
const items = names.map((name) => ({ id: name, name }))

/** A long list. A section is a landmark, so its title differs in both modes. */
export function ListStates({ mode }: { mode: 'light' | 'dark' }) {
  return (
    <div style={{ blockSize: 240, overflow: 'auto' }}>
      <VirtualList
        sections={[{ id: 'all', title: `Tokens, ${mode}`, items }]}
        rowHeight={64}
        headingHeight={32}
        start={-1}
        isOpen={false}
        renderItem={({ name }, position) => (
          <RowButton icon={<Picture name={name} shape="round" />} title={name} {...position} />
        )}
        onEndNear={undefined}
      />
    </div>
  )
}

/** A long grid. */
export function GridStates() {
  return (
    <div style={{ display: 'flex', flexDirection: 'column', blockSize: 240 }}>
      <VirtualGrid
        label="Collectibles"
        items={items}
        setSize={items.length}
        placeholders={0}
        placeholder={null}
        columns={4}
        rowHeight={76}
        start={0}
        listId="collectibles"
        renderItem={({ name }, { index, tabIndex, onFocus }) => (
          <IconButton aria-label={name} data-index={index} tabIndex={tabIndex} onFocus={onFocus}>
            <Picture name={name} />
          </IconButton>
        )}
        onEndNear={undefined}
        onLeave={ignore}
      />
    </div>
  )
}
