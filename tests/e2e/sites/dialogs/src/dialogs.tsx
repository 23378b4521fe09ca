import { Dialog as HeadlessDialog, DialogPanel, DialogTitle } from '@headlessui/react'
import MuiDialog from '@mui/material/Dialog'
import MuiModal from '@mui/material/Modal'
import * as Radix from '@radix-ui/react-dialog'
import Lenis from 'lenis'
import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import {
  Dialog as AriaDialog,
  Heading,
  Modal as AriaModal,
  ModalOverlay,
} from 'react-aria-components'
import { Drawer } from 'vaul'
import { Content } from './Content.tsx'

const card = {
  background: 'Canvas',
  border: '1px solid',
  maxBlockSize: '80vh',
  overflow: 'auto',
  padding: 16,
} as const

function WithRadix() {
  return (
    <Radix.Root>
      <Radix.Trigger>Open</Radix.Trigger>
      <Radix.Portal>
        <Radix.Overlay style={{ position: 'fixed', inset: 0 }} />
        <Radix.Content
          aria-describedby={undefined}
          style={{ ...card, position: 'fixed', inset: 40 }}
        >
          <Radix.Title>Checkout</Radix.Title>
          <Content />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function WithVaul() {
  return (
    <Drawer.Root>
      <Drawer.Trigger>Open</Drawer.Trigger>
      <Drawer.Portal>
        <Drawer.Overlay style={{ position: 'fixed', inset: 0 }} />
        <Drawer.Content
          aria-describedby={undefined}
          style={{ ...card, position: 'fixed', insetInline: 0, insetBlockEnd: 0 }}
        >
          <Drawer.Title>Checkout</Drawer.Title>
          <Content />
        </Drawer.Content>
      </Drawer.Portal>
    </Drawer.Root>
  )
}

function WithHeadlessUi() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <HeadlessDialog open={isOpen} onClose={setOpen} style={{ position: 'fixed', inset: 0 }}>
        <DialogPanel style={card}>
          <DialogTitle>Checkout</DialogTitle>
          <Content />
        </DialogPanel>
      </HeadlessDialog>
    </>
  )
}

function WithMuiDialog() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <MuiDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        aria-labelledby="checkout"
        transitionDuration={0}
      >
        <h2 id="checkout">Checkout</h2>
        <Content />
      </MuiDialog>
    </>
  )
}

function WithMuiModal() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <MuiModal open={isOpen} onClose={() => setOpen(false)}>
        <div role="dialog" aria-label="Checkout" style={card}>
          <Content />
        </div>
      </MuiModal>
    </>
  )
}

function WithReactAria() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <ModalOverlay
        isDismissable
        isOpen={isOpen}
        onOpenChange={setOpen}
        style={{ position: 'fixed', inset: 0 }}
      >
        <AriaModal style={card}>
          <AriaDialog>
            <Heading slot="title">Checkout</Heading>
            <Content />
          </AriaDialog>
        </AriaModal>
      </ModalOverlay>
    </>
  )
}

/** Not a dialog, but a page whose wheel events a library handles. */
function WithLenis() {
  useEffect(() => {
    const lenis = new Lenis({ autoRaf: true })
    lenis.stop() // sites stop Lenis while a dialog is open
    return () => lenis.destroy()
  }, [])
  return <Content />
}

/** A page with a component for each library, by its name in the address. */
export const dialogs: { readonly [name: string]: ComponentType } = {
  radix: WithRadix,
  vaul: WithVaul,
  headlessui: WithHeadlessUi,
  'mui-dialog': WithMuiDialog,
  'mui-modal': WithMuiModal,
  'react-aria': WithReactAria,
  lenis: WithLenis,
  plain: Content,
}
