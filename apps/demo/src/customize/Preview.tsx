import { createModal, type Modal, type ModalOptions } from '@latchkey/modal'
import { useEffect, useRef, useState } from 'react'
import { deployment } from '../deployment.ts'
import { useKeepFocus } from './useKeepFocus.ts'

/** What the preview's modal has beside the choices: this deployment's parts. */
export const site = {
  projectId: deployment.projectId,
  frameUrl: deployment.walletUrl,
  apiUrl: deployment.apiUrl,
}

type PreviewProps = { options: Omit<ModalOptions, keyof typeof site> }

/** Follows a value once it has stood still for a moment: a modal is not made for each letter. */
const useSettled = (value: string): string => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 250)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** A modal in the page, with the options as they are. A theme is drawn at once; for anything else the modal is made again. */
export const Preview = ({ options }: PreviewProps) => {
  const place = useRef<HTMLDivElement>(null)
  const [modal, setModal] = useState<Modal | null>(null)
  const { themeMode, themeVariables, ...others } = options
  useKeepFocus(place)
  const rest = useSettled(JSON.stringify(others))

  useEffect(() => {
    const element = place.current
    if (element === null) return
    const given = JSON.parse(rest) as PreviewProps['options']
    const relay = { walletConnect: { relayUrl: deployment.relayUrl }, rpcUrls: deployment.rpcUrls }
    const own = createModal({ ...site, ...relay, ...given, embedded: () => element })
    setModal(own)
    return () => own.destroy()
  }, [rest])

  useEffect(() => {
    if (modal === null) return
    modal.setThemeMode(themeMode ?? 'dark')
    modal.setThemeVariables(themeVariables ?? {})
    // What can't be loaded says so in the console.
    void modal.open().catch(() => undefined)
  }, [modal, themeMode, themeVariables])

  return (
    <section className="preview" aria-label="Preview">
      <div ref={place} />
    </section>
  )
}
