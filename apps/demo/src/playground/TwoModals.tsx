import './playground.css'
import { createModal, type Modal, type ModalOptions } from '@latchkey/modal'
import { useConnections, useLatchkey } from '@latchkey/modal/react'
import { useEffect, useState } from 'react'
import { settings } from '../settings.ts'
import { Card } from './Card.tsx'
import { Connections } from './Connections.tsx'

/** Another site's options for the same project: light, and only wallets. */
const otherSettings: ModalOptions = {
  ...settings,
  features: { ...settings.features, email: false },
  themeMode: 'light',
}

/** A modal with the component's lifetime: in StrictMode the first is destroyed at once, and a second one created. */
const useOwnModal = (options: ModalOptions): Modal | null => {
  const [modal, setModal] = useState<Modal | null>(null)
  useEffect(() => {
    const own = createModal(options)
    setModal(own)
    return () => own.destroy()
  }, [options])
  return modal
}

/** Two modals on one page, `/two`. */
export const TwoModals = () => {
  const first = useOwnModal(settings)
  const second = useOwnModal(otherSettings)
  return (
    <main>
      <h1>Two modals on one page</h1>
      {first !== null && <Panel name="First" modal={first} />}
      {second !== null && <Panel name="Second" modal={second} />}
    </main>
  )
}

const Panel = ({ name, modal }: { name: string; modal: Modal }) => {
  const { address, status } = useLatchkey(modal)
  const connections = useConnections(modal)
  return (
    <section aria-label={name}>
      <Card title={address ?? status} note={name}>
        <button type="button" onClick={() => void modal.open()}>
          {address === null ? 'Connect' : 'Open'}
        </button>
      </Card>
      <Connections connections={connections} />
    </section>
  )
}
