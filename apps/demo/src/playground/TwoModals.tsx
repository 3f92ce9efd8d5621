import './playground.css'
import { createModal, type Modal, type ModalOptions } from '@latchkey/modal'
import { useConnections, useLatchkey } from '@latchkey/modal/react'
import { useEffect, useState } from 'react'
import { settings } from '../settings.ts'
import { Card } from './Card.tsx'
import { Connections } from './Connections.tsx'

/** Another site's idea of the same project: light, and wallets alone. */
const otherSettings: ModalOptions = {
  ...settings,
  features: { ...settings.features, email: false },
  themeMode: 'light',
}

/** A modal that lives as long as the component: in StrictMode the first is taken away at once, and a second one made. */
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
