import { createModal, type Modal, type ModalOptions } from '@latchkey/modal'
import { useEffect, useRef, useState } from 'react'
import { deployment } from '../deployment.ts'
import { useKeepFocus } from './useKeepFocus.ts'

/** The preview's options apart from the choices: this deployment's addresses. */
export const site = {
  projectId: deployment.projectId,
  frameUrl: deployment.walletUrl,
  apiUrl: deployment.apiUrl,
}

type PreviewProps = { options: Omit<ModalOptions, keyof typeof site> }

/** Debounces a value: the modal isn't created again for each letter. */
const useSettled = (value: string): string => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 250)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** A modal in the page, with the given options. A theme is applied at once; any other change creates the modal again. */
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
    // A load failure is logged to the console.
    void modal.open().catch(() => undefined)
  }, [modal, themeMode, themeVariables])

  return (
    <section className="preview" aria-label="Preview">
      <div ref={place} />
    </section>
  )
}
